// The explorer: four values to change, the picture, the three numbers, and the page around the frame.

import { count, edgeText, EXAMPLE, isExample, numbers, plural, RANGES } from "./blocks.js";
import { draw, swatch } from "./picture.js";

const CONTROLS = [
  { id: "prefix", name: "Prefix tokens", unit: "token" },
  { id: "requests", name: "Requests", unit: "request" },
  { id: "own", name: "Own tokens, each", unit: "token" },
  { id: "block", name: "Block size", unit: "token" },
];
const LEGEND = [
  ["shared", "Shared, stored once", (of) => of.shared > 0],
  ["own", "Own, full", (of) => of.each > 1 || (of.each === 1 && of.last === of.block)],
  ["part", "Own, partly filled", (of) => of.each > 0 && of.last < of.block],
  ["left", "Prefix tokens left over", (of) => of.left > 0],
  ["saved", "Saved, points to the shared block", (of) => of.shared > 0 && of.requests > 1],
];
const SPEAK_AFTER = 500;
const state = { ...EXAMPLE };
let revealed = new Set();
let alone = window.parent === window;
let speaking = 0;
let typed = null; // the field in which somebody types: nothing else writes there until it is left

const place = (id) => document.getElementById(id);
const inputs = new Map(CONTROLS.map((control) => [control.id, makeControl(control)]));
const back = make("button", { type: "button", class: "back" }, "Back to the example");
back.addEventListener("click", () => {
  Object.assign(state, EXAMPLE);
  changed();
});
place("controls").append(...CONTROLS.map(({ id }) => inputs.get(id).row), back);
const isNarrow = matchMedia("(max-width: 699px)");
isNarrow.addEventListener("change", order);
order();
new ResizeObserver(() => show()).observe(place("picture"));
new ResizeObserver(() => post({ type: "grader:height", height: document.body.offsetHeight })).observe(document.body);
addEventListener("message", hear);
show();
post({ type: "grader:ready" });

/** On a phone the picture comes before its sliders, for eyes and for ears. */
function order() {
  const [main, controls] = [place("explorer"), place("controls")];
  if (isNarrow.matches) main.append(controls);
  else main.prepend(controls);
}

function hear(event) {
  if (event.source !== window.parent) return;
  const { type, theme, revealed: ids, alone: isAlone } = event.data ?? {};
  if (type === "grader:theme") document.documentElement.dataset.theme = theme === "dark" ? "dark" : "light";
  if (type === "grader:reveal" && Array.isArray(ids)) {
    revealed = new Set([...ids, ...(isAlone ? revealed : [])]);
    alone = Boolean(isAlone);
    show();
  }
}

function post(message) {
  if (window.parent !== window) window.parent.postMessage(message, "*");
}

function makeControl({ id, name, unit }) {
  const [least, most] = RANGES[id];
  const range = make("input", { type: "range", id, min: least, max: most, step: 1 });
  const field = make("input", { type: "number", id: `${id}-field`, min: least, max: most, step: 1, inputmode: "numeric", "aria-label": name, "aria-describedby": `${id}-said` });
  const said = make("p", { id: `${id}-said`, class: "clamped", role: "status" });
  const row = make("div", { class: "control" });
  row.append(make("label", { for: id }, name), range, field, said);
  range.addEventListener("input", () => {
    said.textContent = "";
    set(id, Number(range.value));
  });
  field.addEventListener("input", () => {
    typed = field;
    const value = Number(field.value);
    if (field.value !== "" && Number.isInteger(value) && value >= least && value <= most) set(id, value, field);
  });
  field.addEventListener("blur", () => {
    typed = null;
    fill();
  });
  field.addEventListener("change", () => {
    typed = null;
    const value = field.value === "" ? state[id] : Math.round(Number(field.value)); // "" is also what is no number
    said.textContent = value > most ? `Largest here is ${most}.` : value < least ? `Smallest here is ${least}.` : "";
    set(id, Math.min(most, Math.max(least, value)));
  });
  return { row, range, field, said, unit };
}

function set(id, value, typing) {
  if (!typing && state[id] === value) {
    fill();
    return;
  }
  state[id] = value;
  if (!typing) fill();
  changed();
  post({ type: "grader:used" });
}

function changed() {
  show();
  clearTimeout(speaking);
  speaking = setTimeout(() => (place("live").textContent = spoken()), SPEAK_AFTER);
}

function fill() {
  for (const [id, { range, field, unit }] of inputs) {
    range.value = String(state[id]);
    range.setAttribute("aria-valuetext", plural(state[id], unit));
    const [least, most] = RANGES[id];
    range.style.setProperty("--part", String((state[id] - least) / (most - least)));
    if (field !== typed) field.value = String(state[id]);
  }
}

function isCovered(id, of) {
  return isExample(of) && !revealed.has(id);
}

function show() {
  const of = count(state);
  const hidden = numbers(of).some(({ id }) => isCovered(id, of));
  fill();
  const box = place("picture");
  if (box.clientWidth > 0) box.replaceChildren(draw(of, Math.max(box.clientWidth, 230), hidden));
  place("edge").textContent = edgeText(of);
  place("edge").hidden = edgeText(of) === "";
  place("legend").replaceChildren(...LEGEND.filter(([, , has]) => has(of)).map(([kind, text]) => {
    const item = make("li", {});
    item.append(swatch(kind), document.createTextNode(text));
    return item;
  }));
  place("numbers").replaceChildren(...numbers(of).map((number) => tile(number, of)));
  place("words").replaceChildren(table(of));
}

function tile(number, of) {
  const box = make("li", { class: "number" });
  const covered = isCovered(number.id, of);
  const value = make("span", { class: covered ? "value covered" : "value" }, covered ? "" : String(number.value));
  if (covered) value.append(make("span", { class: "away" }, "covered"));
  const text = make("span", { class: "name" }, number.name);
  const formula = make("span", { class: "formula" }, covered ? number.letters : number.formula);
  box.append(value, text, formula);
  if (covered && alone) {
    const show = make("button", { type: "button", class: "reveal" }, "Reveal");
    show.append(make("span", { class: "away" }, ` the blocks ${number.name}`));
    show.addEventListener("click", () => {
      revealed.add(number.id);
      changed();
    });
    box.append(show);
  } else if (covered) box.append(make("span", { class: "formula" }, "Answer it in By hand, or reveal it."));
  return box;
}

/** The picture for who does not see it: per request, and without totals, so that listeners count too. */
function table(of) {
  const made = make("table", {});
  const head = make("tr", {});
  for (const name of ["Request", "Shared", "Saved", "Own, full", "Own, last block"]) head.append(make("th", { scope: "col" }, name));
  const isFull = of.last === of.block;
  const last = of.each === 0 ? "none" : isFull ? "full" : `${of.last} of ${of.block} places`;
  const rows = Array.from({ length: of.requests }, (_, row) => {
    const line = make("tr", {});
    const full = isFull ? of.each : Math.max(0, of.each - 1);
    line.append(make("th", { scope: "row" }, `Request ${row + 1}`));
    for (const text of [row === 0 ? of.shared : 0, row === 0 ? 0 : of.shared, full, last]) line.append(make("td", {}, String(text)));
    return line;
  });
  const [top, body] = [make("thead", {}), make("tbody", {})];
  top.append(head);
  body.append(...rows);
  made.append(make("caption", { class: "away" }, "Blocks of each request"), top, body);
  return made;
}

function spoken() {
  const of = count(state);
  const given = `${plural(state.prefix, "prefix token")}, ${plural(state.requests, "request")}, ${state.own} own, blocks of ${state.block}`;
  const covered = numbers(of).filter(({ id }) => isCovered(id, of)).length;
  if (covered > 0) return `${given}. The ${covered === 3 ? "three " : ""}numbers are covered.`;
  return `${given}: ${plural(of.without, "block")} without sharing, ${of.with} with, ${of.saved} saved.`;
}

function make(name, attributes, text) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
