// The results column: put a new panel in its place, mark errors, and say when it is out of date.

import { tellParent } from "./framed";
import { checksum, find, need, root, say } from "./page";
import { mark } from "./steps";
import { see, settleBar, tell, untell } from "./status";
import { goToLine, markErrors, onChange, text } from "./text";

const place = need("panel");

export function panel(): HTMLElement | null {
  return place.querySelector<HTMLElement>(".panel");
}

export function showPanel(html: string): void {
  place.innerHTML = html; // from our own server, whose templates escape
  const made = panel();
  if (!made || made.dataset.final !== "yes") return;
  const seen = find("status")?.textContent ?? ""; // what could not be graded says so there
  tell(made.dataset.spoken ?? "", true);
  see(seen);
  settle(made);
  openCheck(made);
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
  onChange(() => {
    const seen = panel();
    if (seen) compare(seen, tell);
  });
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("#results a, #bar-verdict a");
    if (link?.dataset.line) {
      event.preventDefault();
      goToLine(Number(link.dataset.line));
    } else if (link && (link.hash === "#stuck" || "next" in link.dataset)) focusTarget(event, link);
  });
}

/** Focus goes where the link leads, so that reading and the next Tab go on from there. */
function focusTarget(event: Event, link: HTMLAnchorElement): void {
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  if (target.id === "check") find<HTMLDetailsElement>("check-fold")?.setAttribute("open", "");
  target.scrollIntoView({ block: "start" });
  const heading = target.querySelector<HTMLElement>("h2[tabindex], h4[tabindex]");
  (heading ?? target.querySelector("summary"))?.focus({ preventScroll: true });
}

function settle(made: HTMLElement): void {
  const lines = new Map<number, string>();
  for (const card of made.querySelectorAll<HTMLElement>("[data-error-line]")) {
    const line = Number(card.dataset.errorLine);
    lines.set(line, say("error_here", { line }));
  }
  const isShown = compare(made, see);
  markErrors(isShown ? lines : new Map());
  const headline = made.querySelector(".headline span")?.textContent?.trim() ?? "";
  settleBar(headline, made.querySelector<HTMLAnchorElement>("[data-next]"));
  stepCount(made);
  for (const place of document.querySelectorAll<HTMLElement>("[data-hints-here]")) place.hidden = made.dataset.stuck !== "yes";
}

/** Whether the results are those of the text in the editor; if not, every card says so. */
function compare(made: HTMLElement, told: (sentence: string) => void): boolean {
  if (made.dataset.final !== "yes") return false;
  const isSame = Number(made.dataset.checksum) === checksum(text());
  for (const tag of made.querySelectorAll<HTMLElement>("[data-earlier]")) tag.hidden = isSame;
  const same = made.querySelector<HTMLElement>("[data-same]");
  if (same) same.hidden = !isSame;
  if (isSame) untell(say("edited"));
  else told(say("edited"));
  return isSame;
}

function stepCount(made: HTMLElement): void {
  const { passed, total } = made.dataset;
  if (!total || total === "0") return;
  mark("code", Number(passed), Number(total));
}

/** The question from the start opens by itself when everything passes; before, when it is asked for. */
function openCheck(made: HTMLElement): void {
  const { passed, total, kind } = made.dataset;
  const counts = kind === "submission" || root.dataset.visitor === "yes";
  if (counts && total !== "0" && passed === total) find<HTMLDetailsElement>("check-fold")?.setAttribute("open", "");
}

/** An embedding page may want to know; it hears counts and no content. */
function tellGraded(made: HTMLElement): void {
  const { passed, total, kind } = made.dataset;
  tellParent({ type: "grader:graded", kind, passed: Number(passed), total: Number(total) });
}
