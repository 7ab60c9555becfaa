// The results column: put a new panel in its place, mark errors, and say when it is out of date.

import { tellParent } from "./framed";
import { checksum, need, root, say } from "./page";
import { mark } from "./steps";
import { showInBar, tell } from "./status";
import { goToLine, markErrors, onChange, text } from "./text";

const place = need("panel");

export function panel(): HTMLElement | null {
  return place.querySelector<HTMLElement>(".panel");
}

export function showPanel(html: string): void {
  place.innerHTML = html; // from our own server, whose templates escape
  const made = panel();
  if (!made || made.dataset.final !== "yes") return;
  settle(made);
  tell(made.dataset.spoken ?? "", true);
  tellGraded(made);
}

/** The smallest failing cases came later: put them where their line was reserved, without a word. */
export function showSmallest(html: string): void {
  const made = new DOMParser().parseFromString(html, "text/html");
  for (const line of place.querySelectorAll<HTMLElement>("[data-searching]")) {
    const found = made.querySelector(`[data-smallest="${CSS.escape(line.dataset.smallest ?? "")}"]:not([data-searching])`);
    if (found) line.replaceWith(document.adoptNode(found));
    else line.remove();
  }
}

export function beginResults(): void {
  const made = panel();
  if (made?.dataset.final === "yes") settle(made);
  onChange(compare);
  need("results").addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a");
    if (link?.dataset.line) {
      event.preventDefault();
      goToLine(Number(link.dataset.line));
    } else if (link && "next" in link.dataset) focusTarget(event, link);
  });
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("#bar-verdict a");
    if (link) focusTarget(event, link);
  });
}

/** Focus goes where the link leads, so that the next Tab starts there. */
function focusTarget(event: Event, link: HTMLAnchorElement): void {
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

function settle(made: HTMLElement): void {
  const lines = new Map<number, string>();
  for (const card of made.querySelectorAll<HTMLElement>("[data-error-line]")) {
    const line = Number(card.dataset.errorLine);
    lines.set(line, say("error_here", { line }));
  }
  const isShown = compare();
  markErrors(isShown ? lines : new Map());
  const headline = made.querySelector(".headline span")?.textContent ?? "";
  showInBar(headline, made.querySelector<HTMLAnchorElement>("[data-next]"));
  stepCount(made);
}

/** Whether the results are those of the text in the editor; if not, every card says so. */
function compare(): boolean {
  const made = panel();
  if (!made || made.dataset.final !== "yes") return false;
  const isSame = Number(made.dataset.checksum) === checksum(text());
  for (const tag of made.querySelectorAll<HTMLElement>("[data-earlier]")) tag.hidden = isSame;
  const same = made.querySelector<HTMLElement>("[data-same]");
  if (same) same.hidden = !isSame;
  if (!isSame) tell(say("edited"));
  else if (need("status").textContent === say("edited")) tell("", true);
  return isSame;
}

function stepCount(made: HTMLElement): void {
  const { passed, total } = made.dataset;
  if (!total || total === "0") return;
  mark("code", Number(passed), Number(total));
}

/** An embedding page may want to know; it hears counts and no content. */
function tellGraded(made: HTMLElement): void {
  const { passed, total, kind } = made.dataset;
  tellParent({ type: "grader:graded", kind, passed: Number(passed), total: Number(total) });
}
