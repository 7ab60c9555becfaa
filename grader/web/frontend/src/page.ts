// What the page offers its scripts: the lesson's root, its words, and elements by id.

export type Values = Record<string, string | number>;

export function find<T extends HTMLElement = HTMLElement>(id: string): T | null {
  return document.getElementById(id) as T | null;
}

export function need<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = find<T>(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** After the text is there and the reader waits for nothing. */
export const whenIdle = window.requestIdleCallback ?? ((call: () => void) => setTimeout(call, 50));
export const root = need("lesson");
const words: Record<string, string> = JSON.parse(root.dataset.words ?? "{}");

/** A sentence of the catalogue with its `{…}` filled in. */
export function say(name: string, values: Values = {}): string {
  const sentence = words[name] ?? name;
  return sentence.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}

export function button(label: string, does: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", does);
  return made;
}

type Answer = [label: string, does: () => void];

/** Put a sentence and its answers in place; the focus stays where it is. */
export function offer(box: HTMLElement, question: string, answers: Answer[], back?: Element | null): () => void {
  const sentence = document.createElement("p");
  sentence.textContent = question;
  const row = document.createElement("div");
  row.className = "row";
  const close = () => {
    const hadFocus = box.contains(document.activeElement);
    box.replaceChildren();
    box.hidden = true;
    if (hadFocus && back instanceof HTMLElement) back.focus();
  };
  for (const [label, does] of answers) {
    row.append(button(label, () => {
      close();
      does();
    }));
  }
  box.replaceChildren(sentence, row);
  box.hidden = false;
  return close;
}

/** Ask, and wait for an answer: one of them gets the focus, and Escape asks no more. */
export function ask(box: HTMLElement, question: string, answers: Answer[], focused = 0): void {
  const close = offer(box, question, answers, document.activeElement);
  box.onkeydown = (event) => {
    if (event.key === "Escape") close();
  };
  box.querySelectorAll<HTMLElement>(".row button")[focused]?.focus();
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32, as the server computes it, to tell whether two texts are the same. */
export function checksum(text: string): number {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) sum = (TABLE[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false });
}

/** The same for any day: today's moments go without their date. */
export function moment(iso: string): string {
  const at = new Date(iso);
  if (at.toDateString() === new Date().toDateString()) return clock(iso);
  const day = at.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" });
  return `${day}, ${clock(iso)}`;
}

/** Storage may be full, forbidden or absent; then nothing is kept on this device. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // the server keeps it
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
