// Draw the blocks: a row per request, shared ones in the first row, dashed ones where they are saved.
// Each kind is one path per row, so the largest picture stays small.

const SVG = "http://www.w3.org/2000/svg";
const GROUP_GAP = 14;
const TOP = 30;
const CORNER = 4;

/** The size of a cell decides how much is drawn: 1 everything, 2 no arrows, 3 runs as bars. */
export function layout(of, width) {
  const narrow = width < 520;
  const labels = (narrow ? 74 : 92) + (narrow ? 6 : 90);
  const columns = Math.max(1, of.shared + of.each);
  const free = width - labels - GROUP_GAP - 4;
  const wide = free / columns - (narrow ? 3 : 5);
  const level = wide >= 24 ? 1 : free / columns - 2 >= 12 ? 2 : 3;
  const gap = level === 1 ? (narrow ? 3 : 5) : 2;
  const cell = Math.min(76, Math.max(12, free / columns - gap));
  const height = level === 3 ? 24 : narrow ? 28 : 36;
  return { narrow, level, gap, cell, height, free, rowGap: narrow ? 10 : 13, start: narrow ? 74 : 92 };
}

export function draw(of, width, hideCounts) {
  const at = layout(of, width);
  const rows = of.requests;
  const svg = element("svg", {
    width, height: TOP + rows * (at.height + at.rowGap), viewBox: `0 0 ${width} ${TOP + rows * (at.height + at.rowGap)}`,
    role: "img", "aria-label": `Cache blocks of ${of.requests} ${of.requests === 1 ? "request" : "requests"}`,
  });
  const groups = at.level === 3 ? bars(of, at) : cells(of, at);
  svg.append(...brackets(of, at, groups));
  for (let row = 0; row < rows; row += 1) {
    const y = TOP + row * (at.height + at.rowGap) + 0.5;
    svg.append(label(0, y + at.height / 2, at.narrow ? `Req. ${row + 1}` : `Request ${row + 1}`, "row-label"));
    svg.append(...(row === 0 ? groups.shared(y, hideCounts) : groups.saved(y, hideCounts)), ...groups.own(y, hideCounts));
    if (!at.narrow) svg.append(label(groups.end + 12, y + at.height / 2, `${of.tokens} tokens`, "row-tokens"));
  }
  return svg;
}

function cells(of, at) {
  const step = at.cell + at.gap;
  const ownStart = at.start + of.shared * step + (of.shared > 0 ? GROUP_GAP - at.gap : 0);
  const xs = (from, number) => Array.from({ length: number }, (_, index) => Math.round(from + index * step) + 0.5);
  return {
    sharedEnd: at.start + of.shared * step - at.gap,
    ownStart,
    end: ownStart + of.each * step - at.gap,
    shared: (y) => path("shared", xs(at.start, of.shared).map((x) => box(x, y, at.cell, at.height))),
    saved: (y) => [
      ...path("saved", xs(at.start, of.shared).map((x) => box(x, y, at.cell, at.height))),
      ...(at.level === 1 ? path("arrow", xs(at.start, of.shared).map((x) => arrow(x + at.cell / 2, y + at.height / 2))) : []),
    ],
    own: (y) => ownCells(of, at, y, xs(ownStart, of.each)),
  };
}

function ownCells(of, at, y, xs) {
  const isPartly = of.last < of.block;
  const full = isPartly ? xs.slice(0, -1) : xs;
  const last = xs.at(-1);
  const made = [...path("own", full.map((x) => box(x, y, at.cell, at.height)))];
  if (isPartly && last !== undefined) {
    const filled = (at.cell * of.last) / of.block;
    made.push(
      ...path("own-part", [plain(last, y, filled, at.height)]),
      ...path("own-end", [`M${last + filled} ${y}v${at.height}`]),
      ...path("own-frame", [box(last, y, at.cell, at.height)]),
    );
  }
  if (of.left > 0 && xs.length > 0) {
    made.push(...path("left", [plain(xs[0], y, (at.cell * of.left) / of.block, at.height)]));
    made.push(...path("own-frame", [box(xs[0], y, at.cell, at.height)]));
  }
  return made;
}

function bars(of, at) {
  const columns = of.shared + of.each;
  const scale = Math.max(1, (at.free - 16) / columns);
  const run = Math.max(0, of.each - 1) * scale;
  const sharedWidth = of.shared * scale;
  const ownStart = at.start + sharedWidth + (of.shared > 0 ? GROUP_GAP : 0);
  const lastStart = ownStart + run + (run > 0 ? 4 : 0);
  const ticks = (x, number, y) => Array.from({ length: Math.max(0, Math.ceil(number / 8) - 1) }, (_, index) =>
    `M${Math.round(x + (index + 1) * 8 * scale) + 0.5} ${y + at.height - 6}v6`);
  const bar = (kind, x, number, y, word, hideCounts) => number < 1 ? [] : [
    ...path(kind, [box(x, y, number * scale, at.height)]),
    ...path("tick", ticks(x, number, y)),
    ...(hideCounts || number * scale < 80 ? [] : tag(x + 6, y + at.height / 2, `${number} ${word}`)),
  ];
  return {
    sharedEnd: at.start + sharedWidth,
    ownStart,
    end: lastStart + (of.each > 0 ? 12 : 0),
    shared: (y, hide) => bar("shared", at.start, of.shared, y, "shared", hide),
    saved: (y, hide) => bar("saved", at.start, of.shared, y, "saved", hide),
    own: (y, hide) => [
      ...bar("own", ownStart, Math.max(0, of.each - 1), y, "own", hide),
      ...(of.left > 0 && of.each > 1 ? path("left", [plain(ownStart, y, Math.max(2, (scale * of.left) / of.block), at.height)]) : []),
      ...(of.each > 0 ? ownCells({ ...of, left: of.each === 1 ? of.left : 0 }, { ...at, cell: 12 }, y, [Math.round(lastStart) + 0.5]) : []),
    ],
  };
}

function brackets(of, at, groups) {
  const made = [];
  if (of.shared > 0) made.push(...bracket(at.start, groups.sharedEnd, at.narrow ? "prefix" : "prefix, full blocks", at));
  if (of.each > 0) made.push(...bracket(groups.ownStart, groups.end, at.narrow ? "own" : "own blocks", at));
  return made;
}

function bracket(from, to, text) {
  return [
    element("path", { class: "bracket", d: `M${Math.round(from) + 0.5} 24.5v-5H${Math.round(to) + 0.5}v5` }),
    label(from, 9, text, "group-label"),
  ];
}

function path(kind, parts) {
  return parts.length === 0 ? [] : [element("path", { class: kind, d: parts.join("") })];
}

function box(x, y, width, height) {
  const r = Math.min(CORNER, width / 2);
  const [w, h] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}a${r} ${r} 0 0 1 ${-r} ${r}h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}v${-h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

function plain(x, y, width, height) {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

function arrow(x, y) {
  return `M${x} ${y + 5}v-10m-3.5 3.5l3.5 -3.5l3.5 3.5`;
}

function label(x, y, text, kind) {
  const made = element("text", { x, y, class: kind, "dominant-baseline": "central", "aria-hidden": "true" });
  made.textContent = text;
  return made;
}

function tag(x, y, text) {
  const width = text.length * 7.4 + 8;
  return [element("rect", { class: "tag", x: x - 3, y: y - 8.5, width, height: 17, rx: 3 }), label(x + 1, y, text, "tag-text")];
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A small picture of one kind of block, for the legend. */
export function swatch(kind) {
  const svg = element("svg", { width: 30, height: 20, viewBox: "0 0 30 20", "aria-hidden": "true" });
  const frame = box(1.5, 1.5, 27, 17);
  const drawn = {
    shared: () => path("shared", [frame]),
    own: () => path("own", [frame]),
    part: () => [...path("own-part", [plain(1.5, 1.5, 12, 17)]), ...path("own-end", ["M13.5 1.5v17"]), ...path("own-frame", [frame])],
    left: () => [...path("left", [plain(1.5, 1.5, 27, 17)]), ...path("own-frame", [frame])],
    saved: () => [...path("saved", [frame]), ...path("arrow", [arrow(15, 10)])],
  };
  svg.append(...drawn[kind]());
  return svg;
}
