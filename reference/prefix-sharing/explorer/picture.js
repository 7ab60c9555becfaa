// Draw the blocks: a row per request, shared ones in the first row, dashed ones where they are saved.
// Each kind is one path per row, so the largest picture stays small.

const SVG = "http://www.w3.org/2000/svg";
const GROUP_GAP = 14;
const TOP = 30;
const ROW_GAP = 13;
const CORNER = 4;
const LEAST_BAR = 6; // at level 3, so that one block among hundreds is still seen
const [LAST, LAST_GAP] = [12, 4]; // there, the last own block, and what separates it from its bar

/** The size of a cell decides how much is drawn: 1 everything, 2 no arrows, 3 runs as bars. */
export function layout(of, width) {
  const narrow = width < 520;
  const start = narrow ? 84 : 92;
  const columns = Math.max(1, of.shared + of.each);
  const free = width - start - (narrow ? 6 : 90) - GROUP_GAP - 4;
  const wide = free / columns - (narrow ? 3 : 5);
  const level = wide >= 24 ? 1 : free / columns - 2 >= 12 ? 2 : 3;
  const gap = level === 1 ? (narrow ? 3 : 5) : 2;
  const cell = Math.min(76, Math.max(12, free / columns - gap));
  const height = level === 3 ? 24 : narrow ? 28 : 36;
  return { narrow, level, gap, cell, height, free, start };
}

export function draw(of, width, hideCounts) {
  const at = layout(of, width);
  const rows = of.requests;
  const svg = element("svg", {
    width, height: TOP + rows * (at.height + ROW_GAP), viewBox: `0 0 ${width} ${TOP + rows * (at.height + ROW_GAP)}`,
    role: "img", "aria-label": `Cache blocks of ${of.requests} ${of.requests === 1 ? "request" : "requests"}`,
  });
  const groups = at.level === 3 ? bars(of, at) : cells(of, at);
  svg.append(...brackets(of, at, groups));
  for (let row = 0; row < rows; row += 1) {
    const y = TOP + row * (at.height + ROW_GAP) + 0.5;
    svg.append(label(0, y + at.height / 2, `Request ${row + 1}`, "row-label"));
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

/** Whatever is drawn inside a block, its outline is drawn once, and last. */
function ownCells(of, at, y, xs) {
  const partly = of.last < of.block ? xs.slice(-1) : [];
  const dotted = of.left > 0 ? xs.slice(0, 1) : [];
  const framed = [...new Set([...dotted, ...partly])];
  const whole = (x) => box(x, y, at.cell, at.height);
  const share = (tokens) => (at.cell * tokens) / of.block;
  return [
    ...path("own", xs.filter((x) => !framed.includes(x)).map(whole)),
    ...path("own-part", framed.map((x) => (partly.includes(x) ? plain(x, y, share(of.last), at.height) : whole(x)))),
    ...path("own-end", partly.map((x) => `M${x + share(of.last)} ${y}v${at.height}`)),
    ...path("left", dotted.map((x) => plain(x, y, share(of.left), at.height))),
    ...path("own-frame", framed.map(whole)),
  ];
}

/** However many blocks there are, a row is as wide as the picture. */
function bars(of, at) {
  const scale = (at.free - LAST - LAST_GAP - LEAST_BAR) / (of.shared + of.each);
  const wide = (number) => (number < 1 ? 0 : Math.max(LEAST_BAR, number * scale));
  const run = Math.max(0, of.each - 1);
  const counted = (count, word) => (at.narrow ? `${count}` : `${count} ${word}`);
  const ownStart = at.start + wide(of.shared) + (of.shared > 0 ? GROUP_GAP : 0);
  const lastStart = Math.round(ownStart + wide(run) + (run > 0 ? LAST_GAP : 0)) + 0.5;
  const ticks = (x, number, y) => tickPlaces(number, scale).map((place) => `M${Math.round(x + place * scale) + 0.5} ${y + at.height - 6}v6`);
  const bar = (kind, x, number, y, text, hideCounts) => number < 1 ? [] : [
    ...path(kind, [box(x, y, wide(number), at.height)]),
    ...path("tick", ticks(x, number, y)),
    ...(hideCounts || wide(number) < tagWidth(text) + 12 ? [] : tag(x + 8, y + at.height / 2, text)),
  ];
  return {
    sharedEnd: at.start + wide(of.shared),
    ownStart,
    end: lastStart + (of.each > 0 ? LAST : 0),
    shared: (y, hide) => bar("shared", at.start, of.shared, y, counted(of.shared, "shared"), hide),
    saved: (y, hide) => bar("saved", at.start, of.shared, y, counted(of.shared, "saved"), hide),
    own: (y, hide) => [
      ...bar("own", ownStart, run, y, counted(`${run} + 1`, "own"), hide),
      ...(of.left > 0 && run > 0 ? path("left", [plain(ownStart, y, Math.max(2, (scale * of.left) / of.block), at.height)]) : []),
      ...(of.each > 0 ? ownCells({ ...of, left: run > 0 ? 0 : of.left }, { ...at, cell: LAST }, y, [lastStart]) : []),
    ],
  };
}

/** Each eighth block; where these would touch, each sixteenth, and so on. */
function tickPlaces(number, scale) {
  let every = 8;
  while (every * scale < 4) every *= 2;
  return Array.from({ length: Math.max(0, Math.ceil(number / every) - 1) }, (_, index) => (index + 1) * every);
}

/** A short group's name may need more room than the group; then the next name begins after it. */
function brackets(of, at, groups) {
  const [prefix, own] = at.narrow ? ["prefix", "own"] : ["prefix, full blocks", "own blocks"];
  const free = of.shared > 0 ? at.start + tagWidth(prefix) : 0;
  return [
    ...(of.shared > 0 ? bracket(at.start, groups.sharedEnd, prefix, at.start) : []),
    ...(of.each > 0 ? bracket(groups.ownStart, groups.end, own, Math.max(groups.ownStart, free)) : []),
  ];
}

function bracket(from, to, text, textAt) {
  return [
    element("path", { class: "bracket", d: `M${Math.round(from) + 0.5} 24.5v-5H${Math.round(to) + 0.5}v5` }),
    label(textAt, 9, text, "group-label"),
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
  return [element("rect", { class: "tag", x: x - 3, y: y - 8.5, width: tagWidth(text), height: 17, rx: 3 }), label(x + 1, y, text, "tag-text")];
}

function tagWidth(text) {
  return text.length * 7.4 + 8;
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
