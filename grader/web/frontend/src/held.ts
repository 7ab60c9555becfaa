// What holds Run and Submit back. Held is not disabled: a button keeps its focus and says why.

import { bytesOf, find, say } from "./page";
import { pin, speak, unpin } from "./status";
import { onChange, text } from "./text";

const LIMIT = 64 * 1024;
const SLOW = 200; // milliseconds that may pass before a button looks any different
export const runButton = find<HTMLButtonElement>("run");
export const submitButton = find<HTMLButtonElement>("submit");
const runLabel = [...(runButton?.childNodes ?? [])];
const held = { isOffline: !navigator.onLine, isSignedOut: false, isTooLarge: false, isSending: false, isRunning: false, isGrading: false };
type Busy = "isSending" | "isRunning" | "isGrading";
let paceEnds = 0;
let pressed = "";
let signedOutAs = "";
let tooLargeAs = "";

export function beginHolding(): void {
  addEventListener("offline", () => online(false));
  addEventListener("online", () => online(true));
  document.addEventListener("grader:signed-out", () => signedOut());
  document.addEventListener("visibilitychange", () => !document.hidden && hope());
  onChange(weigh);
  weigh();
  if (held.isOffline) pin(say("offline"));
  look();
}

/** What to say of a button that does nothing now, or null when it is free. */
export function reason(one: HTMLButtonElement): string | null {
  const isRun = one === runButton;
  if (held.isOffline || held.isSignedOut || held.isTooLarge) return ""; // it stands there already
  if (held.isSending) return say("sending");
  if (isRun && performance.now() < paceEnds) return "";
  if (isRun) return held.isRunning ? say("running") : null;
  if (held.isGrading) return say("sending");
  return held.isRunning ? say("running") : null;
}

/** Busy at once for whoever presses again; to be seen only when it lasts. */
export function busy(what: Busy, on: boolean): void {
  held[what] = on;
  if (on) window.setTimeout(look, SLOW);
  else look();
}

export function remember(button: HTMLButtonElement | null): void {
  pressed = button === submitButton ? say("submit") : say("run");
}

export function pressedName(): string {
  return pressed || say(submitButton ? "submit" : "run");
}

export function signedOut(): void {
  if (held.isSignedOut) return;
  held.isSignedOut = true;
  look();
  signedOutAs = say("signed_out", { button: pressedName(), sign_in: say("sign_in") });
  const url = `/sign-in?next=${encodeURIComponent(location.pathname)}`;
  pin(signedOutAs, { name: say("sign_in"), url });
}

/** Run is ready again in so many seconds; the button counts them down. */
export function pace(most: number, seconds: number): void {
  const sentence = say("too_many", { count: most, seconds });
  paceEnds = performance.now() + seconds * 1000;
  pin(sentence);
  const tick = () => {
    const left = Math.ceil((paceEnds - performance.now()) / 1000);
    label(left > 0 ? `${say("run")} (${left})` : null);
    if (left > 0) window.setTimeout(tick, 1000);
    else unpin(sentence);
    look();
  };
  tick();
}

/** Another label for Run, in the same width; null: its own. */
export function label(name: string | null): void {
  if (!runButton) return;
  if (name === null) {
    runButton.replaceChildren(...runLabel);
    runButton.style.minWidth = "";
    return;
  }
  runButton.style.minWidth ||= `${runButton.offsetWidth}px`;
  runButton.textContent = name;
}

function online(on: boolean): void {
  held.isOffline = !on;
  look();
  if (!on) pin(say("offline"));
  else {
    unpin(say("offline"));
    speak(say("online"));
  }
}

/** Somebody who comes back may have signed in elsewhere: the next press will tell. */
function hope(): void {
  if (!held.isSignedOut) return;
  held.isSignedOut = false;
  unpin(signedOutAs);
  look();
}

function weigh(): void {
  const sentence = tooLarge();
  if (sentence === tooLargeAs) return;
  unpin(tooLargeAs);
  tooLargeAs = sentence;
  held.isTooLarge = sentence !== "";
  if (held.isTooLarge) pin(sentence);
  look();
}

function tooLarge(): string {
  const written = text();
  const size = written.length * 3 <= LIMIT ? 0 : bytesOf(written); // a character has three bytes at most
  return size > LIMIT ? say("too_large", { size: `${Math.ceil(size / 1024)} KiB` }) : "";
}

function look(): void {
  const both = held.isOffline || held.isSignedOut || held.isTooLarge || held.isSending;
  setHeld(runButton, both || performance.now() < paceEnds);
  setHeld(submitButton, both || held.isRunning || held.isGrading);
}

function setHeld(one: HTMLButtonElement | null, isHeld: boolean): void {
  if (isHeld) one?.setAttribute("aria-disabled", "true");
  else one?.removeAttribute("aria-disabled");
}
