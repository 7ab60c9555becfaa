// The one line that speaks. Everything that happens says its sentence here, and nowhere else.

import { find, need } from "./page";

const line = need("status");
let shown = line.textContent ?? "";

/** Say a sentence. `quietly`: for ears only, since the headline shows it to eyes already. */
export function tell(sentence: string, quietly = false): void {
  if (sentence === shown && line.classList.contains("away") === quietly) return;
  shown = sentence;
  line.classList.toggle("away", quietly);
  line.textContent = sentence;
  if (!quietly) showInBar(sentence);
}

/** A sentence with a way on, such as signing in again. */
export function tellWithLink(sentence: string, name: string, url: string): void {
  tell(sentence);
  const link = document.createElement("a");
  link.href = url;
  link.textContent = name;
  line.append(" ", link);
}

/** The phone's bar repeats the verdict for eyes; it is hidden from ears, which have heard it. */
export function showInBar(sentence: string, next?: HTMLAnchorElement | null): void {
  const bar = find("bar-verdict");
  if (!bar) return;
  const text = document.createElement("span");
  text.textContent = sentence;
  bar.replaceChildren(text);
  if (next) bar.append(next.cloneNode(true));
}
