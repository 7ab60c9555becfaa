// Run and Submit: one request per click, held while it would do nothing, and never losing the text.

import { ask, bytesOf, find, need, say } from "./page";
import { panel } from "./results";
import { send } from "./session";
import { tell, tellWithLink } from "./status";
import { changed, text } from "./text";
import { stopWatching, watch, type Watched } from "./watch";

interface Refusal {
  problem: string;
  code: string;
  details?: { seconds?: number };
}

const LIMIT = 64 * 1024;
const SLOW = 200;
const VERY_SLOW = 2000;
const LEAST_BUSY = 300;
const form = need<HTMLFormElement>("send");
const runButton = find<HTMLButtonElement>("run");
const submitButton = find<HTMLButtonElement>("submit");
const runLabel = [...(runButton?.childNodes ?? [])];
let requestKey = newKey();
let running = false;
let submitting = false;
let heldUntil = 0;

export function beginButtons(): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const pressed = (event as SubmitEvent).submitter;
    if (pressed === runButton) run();
    else submit();
  });
  addEventListener("offline", () => hold());
  addEventListener("online", () => {
    hold();
    tell(say("online"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) run();
  });
  const waiting = panel();
  if (waiting?.dataset.final === "no") void resume(waiting);
  hold();
}

/** A result that was asked for before this page was opened: after a reload, a crash, a restart. */
async function resume(waiting: HTMLElement): Promise<void> {
  const { events, panel: url, kind } = waiting.dataset;
  if (events && url) await following({ events, panel: url }, kind === "run");
}

export function run(): void {
  if (!runButton || isHeld(runButton)) return;
  if (running) {
    stopWatching();
    tell(say("stopped"));
    return;
  }
  if (mayGo()) void go(form.dataset.run ?? "", true);
}

function submit(): void {
  if (!submitButton || isHeld(submitButton) || submitting || !mayGo()) return;
  if (text().trim() === (form.dataset.starter ?? "").trim()) {
    const box = need("ask-submit");
    ask(box, say("untouched"), [say("keep_writing"), () => undefined], [say("submit_anyway"), () => void go(form.action, false)]);
    return;
  }
  void go(form.action, false);
}

function mayGo(): boolean {
  if (!navigator.onLine) return told(say("offline"));
  const size = bytesOf(text());
  if (size > LIMIT) return told(say("too_large", { size: `${Math.ceil(size / 1024)} KiB` }));
  return true;
}

function told(sentence: string): false {
  tell(sentence);
  return false;
}

async function go(url: string, isRun: boolean): Promise<void> {
  set(isRun, true);
  const begun = performance.now();
  try {
    const response = await send(url, { source: text(), request: requestKey });
    if (response.status === 202) {
      requestKey = newKey();
      await following((await response.json()) as Watched, isRun);
    } else await refused(response);
  } catch {
    tell(navigator.onLine ? say("ours") : say("offline")); // the same key again cannot send it twice
  } finally {
    const left = busyShown ? LEAST_BUSY - (performance.now() - begun) : 0;
    if (left > 0) await new Promise((next) => setTimeout(next, left));
    set(isRun, false);
  }
}

async function following(watched: Watched, isRun: boolean): Promise<void> {
  set(isRun, true);
  const slow = window.setTimeout(() => isRun && busy(say("running_label"), say("running")), SLOW);
  const slower = window.setTimeout(() => isRun && busy(say("stop_label"), say("still_running", { limit: form.dataset.limit ?? "" })), VERY_SLOW);
  await watch(watched, isRun ? VERY_SLOW : SLOW);
  clearTimeout(slow);
  clearTimeout(slower);
  set(isRun, false);
  changed();
  fold();
  const attempts = panel()?.dataset.attempts;
  if (attempts) need("buttons-note").textContent = attempts;
}

let busyShown = false;

function busy(label: string, sentence: string): void {
  if (!runButton || !running) return;
  busyShown = true;
  runButton.style.minWidth = `${runButton.offsetWidth}px`;
  runButton.textContent = label;
  tell(sentence);
}

async function refused(response: Response): Promise<void> {
  const refusal = (await response.json().catch(() => null)) as Refusal | null;
  if (response.status === 401) {
    const back = encodeURIComponent(location.pathname);
    tellWithLink(say("signed_out"), say("sign_in"), `/sign-in?next=${back}`);
  } else if (response.status === 429 && refusal?.details?.seconds) countDown(refusal.details.seconds);
  else tell(refusal && response.status < 500 ? refusal.problem : say("ours"));
}

function countDown(seconds: number): void {
  heldUntil = performance.now() + seconds * 1000;
  hold();
  const tick = () => {
    const left = Math.ceil((heldUntil - performance.now()) / 1000);
    runButton?.replaceChildren(...runLabel, ...(left > 0 ? [` (${left})`] : []));
    if (left > 0) setTimeout(tick, 1000);
    else hold();
  };
  tell(say("too_many", { count: 30, seconds }));
  tick();
}

function set(isRun: boolean, on: boolean): void {
  if (isRun) running = on;
  else submitting = on;
  if (!on && runButton) {
    busyShown = false;
    runButton.replaceChildren(...runLabel);
    runButton.style.minWidth = "";
  }
  hold();
}

/** Held is not disabled: the button keeps its focus, and the status line says why. */
function hold(): void {
  const offline = !navigator.onLine;
  setHeld(runButton, offline || performance.now() < heldUntil);
  setHeld(submitButton, offline || submitting || running);
  if (offline) tell(say("offline"));
}

function setHeld(one: HTMLButtonElement | null, held: boolean): void {
  if (held) one?.setAttribute("aria-disabled", "true");
  else one?.removeAttribute("aria-disabled");
}

function isHeld(one: HTMLButtonElement): boolean {
  return one.getAttribute("aria-disabled") === "true";
}

/** The task's text is folded after the first result, once; whoever opens it keeps it open. */
function fold(): void {
  const task = find<HTMLDetailsElement>("task");
  if (task && !task.dataset.folded) {
    task.dataset.folded = "yes";
    const before = need("send").getBoundingClientRect().top;
    task.open = false;
    window.scrollBy({ top: need("send").getBoundingClientRect().top - before, behavior: "instant" });
  }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
