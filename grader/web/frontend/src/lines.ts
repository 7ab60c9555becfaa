// The lines in which two texts differ, in their order: − of the first, + of the second.

const MOST = 1500; // lines; beyond, all of one stands before all of the other

export function changedLines(one: string, other: string): string[] {
  const [all, others] = [one.split("\n"), other.split("\n")];
  const least = Math.min(all.length, others.length);
  let start = 0;
  while (start < least && all[start] === others[start]) start += 1;
  let end = 0;
  while (end < least - start && all.at(-1 - end) === others.at(-1 - end)) end += 1;
  const mine = all.slice(start, all.length - end);
  const theirs = others.slice(start, others.length - end);
  if (mine.length > MOST || theirs.length > MOST) return [...mine.map(minus), ...theirs.map(plus)];
  return walk(mine, theirs, common(mine, theirs));
}

/** How many lines two texts have in common from each pair of places on. */
function common(mine: string[], theirs: string[]): Uint16Array[] {
  const table = Array.from({ length: mine.length + 1 }, () => new Uint16Array(theirs.length + 1));
  for (let i = mine.length - 1; i >= 0; i -= 1) {
    for (let j = theirs.length - 1; j >= 0; j -= 1) {
      const below = table[i + 1] as Uint16Array;
      const row = table[i] as Uint16Array;
      row[j] = mine[i] === theirs[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function walk(mine: string[], theirs: string[], table: Uint16Array[]): string[] {
  const found: string[] = [];
  let [i, j] = [0, 0];
  while (i < mine.length || j < theirs.length) {
    if (i < mine.length && mine[i] === theirs[j]) [i, j] = [i + 1, j + 1];
    else if (j >= theirs.length || (table[i + 1]?.[j] ?? -1) >= (table[i]?.[j + 1] ?? 0)) found.push(minus(mine[i++] ?? ""));
    else found.push(plus(theirs[j++] ?? ""));
  }
  return found;
}

function minus(line: string): string {
  return `− ${line}`;
}

function plus(line: string): string {
  return `+ ${line}`;
}
