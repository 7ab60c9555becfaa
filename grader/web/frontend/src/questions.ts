// Questions are forms that come back answered; htmx puts the answer where the question was.

import htmx from "htmx.org";
import { ask, root, say } from "./page";
import { sessionHeaders, useSession } from "./session";
import { speak } from "./status";
import { mark } from "./steps";

/** Questions whose answer came while the focus was still in them; it is taken from nowhere else. */
const hadFocus = new Set<string>();

interface Asking {
  elt: HTMLElement;
  triggeringEvent?: SubmitEvent;
  issueRequest(confirmed: boolean): void;
}

htmx.config.allowEval = false;
htmx.config.includeIndicatorStyles = false; // the policy allows no style but ours
htmx.config.selfRequestsOnly = true;
htmx.config.historyEnabled = false;
htmx.config.attributesToSettle = ["class"]; // it would copy style attributes, which the policy forbids

export function beginQuestions(): void {
  const { body } = document;
  body.addEventListener("htmx:confirm", (event) => confirm(event as CustomEvent<Asking>));
  body.addEventListener("htmx:configRequest", (event) => {
    Object.assign((event as CustomEvent<{ headers: Record<string, string> }>).detail.headers, sessionHeaders());
  });
  body.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = (event as CustomEvent<{ xhr: XMLHttpRequest }>).detail;
    useSession(xhr.getResponseHeader("Grader-Session"));
  });
  body.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.target as HTMLElement;
    if (form.contains(document.activeElement)) hadFocus.add(form.id);
  });
  body.addEventListener("htmx:afterSettle", (event) => answered(event.target as HTMLElement));
}

/** Revealing is asked about once, in place. */
function confirm(event: CustomEvent<Asking>): void {
  const { elt, triggeringEvent, issueRequest } = event.detail;
  const box = elt.querySelector<HTMLElement>(".ask-reveal");
  if (!box || !triggeringEvent?.submitter?.classList.contains("reveal")) return;
  event.preventDefault();
  ask(box, say("ask_reveal"), [[say("show"), () => issueRequest(true)], [say("keep_covered"), () => undefined]]);
}

function answered(form: HTMLElement): void {
  if (!form.matches(".question")) return;
  for (const step of ["predict", "hand", "check"]) count(step);
  uncover(form);
  document.dispatchEvent(new Event("grader:revealed"));
  const said = form.querySelector<HTMLElement>(".said-after, .said");
  const field = form.querySelector<HTMLInputElement>("input[name=answer]:not([type=radio])");
  const next = form.dataset.settled === undefined ? field : (nextField(form) ?? said);
  if (hadFocus.delete(form.id)) (next ?? said)?.focus({ preventScroll: true });
  if (said) speak(said.textContent?.trim() ?? "");
}

/** The number stands now wherever the text had covered it. */
function uncover(form: HTMLElement): void {
  const field = form.querySelector<HTMLInputElement>("input[name=answer]");
  if (form.dataset.uncovered === undefined || !field) return;
  for (const chip of root.querySelectorAll<HTMLElement>(`[data-number="${form.dataset.question}"]`)) {
    chip.classList.remove("covered");
    chip.textContent = field.value;
  }
}

/** After a right number, the next open one. */
function nextField(form: HTMLElement): HTMLElement | null {
  return form.parentElement?.querySelector<HTMLElement>(".question:not([data-settled]) input[name=answer]:not([type=radio])") ?? null;
}

function count(step: string): void {
  const all = root.querySelectorAll(`.question[data-step="${step}"]`);
  if (all.length > 0) mark(step, root.querySelectorAll(`.question[data-step="${step}"][data-settled]`).length, all.length);
}
