// How many blocks there are, and of which kind: nothing here draws.

export const EXAMPLE = { prefix: 32, requests: 3, own: 20, block: 16 };
export const RANGES = { prefix: [0, 256], requests: [1, 12], own: [0, 128], block: [1, 64] };

export function count({ prefix, requests, own, block }) {
  const shared = Math.floor(prefix / block);
  const left = prefix - shared * block; // prefix tokens that fill no block
  const rest = left + own;
  const each = Math.ceil(rest / block); // own blocks of one request
  return {
    requests, block, shared, left, own, each,
    tokens: prefix + own,
    last: each === 0 ? 0 : rest - (each - 1) * block, // tokens in the last own block
    without: requests * (shared + each),
    with: shared + requests * each,
    saved: shared * (requests - 1),
  };
}

/** The three numbers, each with the id of the question that covers it. */
export function numbers(of) {
  return [
    {
      id: "without-sharing", value: of.without, name: "without sharing",
      formula: `${plural(of.requests, "request")} × ${of.shared + of.each}`, letters: "requests × blocks of one request",
    },
    {
      id: "with-sharing", value: of.with, name: "with sharing",
      formula: `${of.shared} shared + ${of.requests} × ${of.each} own`, letters: "shared + requests × own",
    },
    {
      id: "saved", value: of.saved, name: "saved",
      formula: `${of.shared} shared × (${of.requests}\u00a0−\u00a01)`, letters: "shared × (requests\u00a0−\u00a01)",
    },
  ];
}

/** Whether these are the numbers of the example, at whatever values. */
export function isExample(of) {
  const example = count(EXAMPLE);
  return ["without", "with", "saved"].every((name) => of[name] === example[name]);
}

export function edgeText(of) {
  if (of.tokens === 0) return "No tokens, so no blocks.";
  if (of.shared === 0) return "The prefix is shorter than one block, so nothing can be shared.";
  if (of.requests === 1) return "With one request there is nobody to share with.";
  if (of.each === 0) return "The prefix fills its blocks exactly, and there are no own tokens: no own blocks.";
  return "";
}

export function plural(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
