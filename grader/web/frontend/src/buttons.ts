// Run and Submit: one request per click, and never losing the text.

import { busy, label, pace, pressedName, reason, remember, runButton, signedOut, submitButton } from "./held";
import { ask, need, say } from "./page";
import { refreshHistory } from "./history";
import { panel } from "./results";
import { send } from "./session";
import { tell } from "./status";
import { foldTask } from "./task";
import { text } from "./text";
import { Wait } from "./wait";
import { stopWatching, watch, type Watched } from "./watch";

interface Refusal {
  problem: string;
  code: string;
  details?: { seconds?: number; most?: number };
}

const form = need<HTMLFormElement>("send");
let requestKey = newKey();
let running: Wait | null = null;

export function beginButtons(): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if ((event as SubmitEvent).submitter === runButton) run();
    else submit();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) run();
  });
  const waiting = panel();
  if (waiting?.dataset.final === "no") void resume(waiting);
}

/** A result that was asked for before this page was opened: after a reload, a crash, a restart. */
async function resume(waiting: HTMLElement): Promise<void> {
  const { events, panel: url, kind } = waiting.dataset;
  if (events && url) await follow({ events, panel: url }, new Wait(kind === "run"));
}

export function run(): void {
  if (!runButton) return;
  if (running?.mayBeStopped) {
    stopWatching("run");
    tell(say("stopped"));
  } else if (isFree(runButton)) void go(form.dataset.run ?? "", true);
}

function submit(): void {
  if (!submitButton || !isFree(submitButton)) return;
  if (text().trim() !== (form.dataset.starter ?? "").trim()) {
    void go(form.action, false);
    return;
  }
  ask(need("ask-submit"), say("untouched"), [
    [say("keep_writing"), () => undefined],
    [say("submit_anyway"), () => void go(form.action, false)],
  ]);
}

function isFree(button: HTMLButtonElement): boolean {
  const why = reason(button);
  remember(button);
  if (why) tell(why);
  return why === null;
}

async function go(url: string, isRun: boolean): Promise<void> {
  const wait = new Wait(isRun);
  busy("isSending", true);
  const response = await send(url, { source: text(), request: requestKey }).catch(() => null);
  busy("isSending", false);
  if (response?.status === 202) {
    requestKey = newKey();
    await follow((await response.json()) as Watched, wait);
  } else if (response) await refused(response);
  else tell(navigator.onLine ? say("no_answer", { button: pressedName() }) : say("offline")); // the same key again counts once
}

async function follow(watched: Watched, wait: Wait): Promise<void> {
  const what = wait.isRun ? "isRunning" : "isGrading";
  busy(what, true);
  if (wait.isRun) running = wait;
  wait.begin();
  await watch(watched, wait.isRun ? "run" : "submission", (progress) => wait.hear(progress));
  wait.end();
  if (wait.isRun) running = null;
  busy(what, false);
  foldTask(form);
  void refreshHistory();
  const attempts = panel()?.dataset.attempts;
  if (attempts) need("buttons-note").textContent = attempts;
  await wait.shownLongEnough();
  if (wait.isRun && running === null) label(null);
}

async function refused(response: Response): Promise<void> {
  const refusal = (await response.json().catch(() => null)) as Refusal | null;
  const { seconds, most } = refusal?.details ?? {};
  if (response.status === 401) signedOut();
  else if (response.status === 429 && seconds && most) pace(most, seconds);
  else tell(refusal && response.status < 500 ? refusal.problem : say("ours"));
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
