// One sentence at a time: seen beside the headline and in the phone's bar, spoken by the one live region.

import { find } from "./page";

interface Link {
  name: string;
  url: string;
}

const said = find("said");
const pinned = new Map<string, Link | null>(); // what holds until it is over, and a way on from it
let current = find("status")?.textContent?.trim() ?? "";
let rest: { headline: string; next: HTMLAnchorElement | null } = { headline: current, next: null };

/** Say a sentence. `quietly`: for ears only, since the headline shows it to eyes already. */
export function tell(sentence: string, quietly = false): void {
  current = quietly ? "" : sentence;
  show();
  if (pinned.size === 0) speak(sentence);
}

/** See a sentence, without a word. */
export function see(sentence: string): void {
  current = sentence;
  show();
}

/** For ears. Nothing is said twice in a row. */
export function speak(sentence: string): void {
  if (said && said.textContent !== sentence) said.textContent = sentence;
}

/** Take a sentence back, if it still stands there. */
export function untell(sentence: string): void {
  if (current === sentence) see("");
}

/** Hold a sentence before all others until it is over. A link stands where it names itself. */
export function pin(sentence: string, link: Link | null = null): void {
  if (pinned.has(sentence)) return;
  pinned.set(sentence, link);
  show();
  speak(sentence);
}

export function unpin(sentence: string): void {
  if (pinned.delete(sentence)) show();
}

/** What the bar says while there is nothing newer: the verdict, and the way on from it. */
export function settleBar(headline: string, next: HTMLAnchorElement | null): void {
  rest = { headline, next };
  show();
}

/** A new panel brings an empty line along; what was to be seen in the old one stays to be seen. */
function show(): void {
  const [sentence, link] = [...pinned].at(-1) ?? [current, null];
  const line = find("status");
  if (line && line.textContent !== sentence) line.replaceChildren(...withLink(sentence, link));
  showInBar(sentence || rest.headline, sentence ? (link ? wayTo(link) : null) : rest.next);
}

function withLink(sentence: string, link: Link | null): Node[] {
  if (!link) return [new Text(sentence)];
  const [before = "", after = ""] = sentence.split(link.name);
  return [new Text(before), wayTo(link), new Text(after)];
}

function wayTo(link: Link): HTMLAnchorElement {
  const way = document.createElement("a");
  way.href = link.url;
  way.textContent = link.name;
  return way;
}

/** The phone's bar repeats it for eyes; ears have heard it. */
function showInBar(sentence: string, next: HTMLAnchorElement | null): void {
  const bar = find("bar-verdict");
  if (!bar) return;
  const text = document.createElement("span");
  text.textContent = sentence;
  bar.replaceChildren(text, ...(next ? [next.cloneNode(true)] : []));
}
