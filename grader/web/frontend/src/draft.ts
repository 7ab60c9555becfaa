// Keep what is typed: on this device at once, on the server a moment later. Nothing is overwritten unseen.

import { clock, find, need, offer, recall, remember, root, say } from "./page";
import { changedLines } from "./lines";
import { send } from "./session";
import { pin, unpin } from "./status";
import { onChange, replaceText, text } from "./text";

interface Kept {
  source: string;
  revision: number | null;
  saved: boolean;
  aside?: boolean;
}
interface Answer {
  revision: number;
  at: string;
  source?: string;
}

const PAUSE = 800;
const SLOW = 1000;
const LONGEST_RETRY = 30_000;
const form = need<HTMLFormElement>("send");
const key = `grader:draft:${root.dataset.key}`;
let revision: number | null = form.dataset.revision ? Number(form.dataset.revision) : null;
let lastSaved = text();
let timer = 0;
let retry = 2000;
let saving: Promise<void> | null = null; // what is under way
let inConflict = false;
let asideNext = false;

export function beginDrafts(): void {
  restore();
  onChange(() => {
    keepHere(false);
    schedule(PAUSE);
  });
  addEventListener("online", () => schedule(0));
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => document.hidden && text() !== lastSaved && void save());
  addEventListener("storage", (event) => event.key === key && event.newValue && otherTab(JSON.parse(event.newValue)));
}

/** What this device has and the server has not: typed offline, or just before a crash. */
function restore(): void {
  const params = new URLSearchParams(location.search);
  if (params.has("code") || params.has("draft")) {
    history.replaceState(null, "", location.pathname + location.hash);
    schedule(0, true); // a version that was brought back; what it replaces goes to the history
    return;
  }
  const kept = read();
  if (!kept || kept.saved || kept.source === text()) return;
  if (kept.revision === revision) {
    replaceText(kept.source);
    schedule(0, kept.aside);
  } else {
    const theirs = { revision: revision ?? 0, at: new Date().toISOString(), source: text() };
    replaceText(kept.source);
    conflict(theirs);
  }
}

/** Where storage is blocked, as in many frames, the server alone can keep what was typed last. */
function leave(): void {
  if (text() === lastSaved) return;
  keepHere(false);
  void save();
}

function read(): Kept | null {
  try {
    return JSON.parse(recall(key) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keepHere(saved: boolean): void {
  remember(key, JSON.stringify({ source: text(), revision, saved, aside: asideNext } satisfies Kept));
}

function schedule(pause: number, aside = false): void {
  asideNext ||= aside;
  clearTimeout(timer);
  timer = window.setTimeout(() => void save(), pause);
}

/** Replace the text; the one before it is saved first and stays as a version of its own. */
export async function replaceKeeping(next: string): Promise<void> {
  clearTimeout(timer);
  await saving; // it may be older than what was typed last
  await save();
  asideNext = true;
  replaceText(next);
  schedule(0, true);
}

async function save(): Promise<void> {
  if (saving || inConflict || (text() === lastSaved && !asideNext)) return;
  saving = sendText();
  await saving;
}

async function sendText(): Promise<void> {
  const source = text();
  const isAside = asideNext;
  const slow = window.setTimeout(() => show("saving"), SLOW);
  const fields: Record<string, string> = { source, revision: String(revision ?? "") };
  if (isAside) fields.aside = "yes";
  try {
    const response = await send(form.dataset.draft ?? "", fields);
    if (response.status === 409) conflict((await response.json()) as Answer);
    else if (response.ok && !response.redirected) saved(source, (await response.json()) as Answer, isAside);
    else {
      show("saved_here");
      if (response.status === 401 || response.redirected) document.dispatchEvent(new Event("grader:signed-out"));
      else if (response.status >= 500 || response.status === 429) throw new Error(response.statusText); // not now, but soon
    }
    retry = 2000;
  } catch {
    show("saved_here");
    schedule(retry);
    retry = Math.min(retry * 2, LONGEST_RETRY);
  } finally {
    clearTimeout(slow);
    saving = null;
  }
  if (text() !== lastSaved && text() !== source) schedule(PAUSE);
}

function saved(source: string, answer: Answer, isAside: boolean): void {
  if (isAside) asideNext = false;
  revision = answer.revision;
  lastSaved = source;
  keepHere(text() === source);
  show("saved", clock(answer.at));
}

function show(state: "saving" | "saved" | "saved_here", time = ""): void {
  for (const id of ["saved", "saved-here"]) {
    const place = find(id);
    if (!place) continue;
    place.hidden = false;
    place.textContent = say(state, { time });
    place.classList.toggle("is-saved", state === "saved");
  }
}

/** Another tab of this browser has saved: take its text over if nothing was typed here since. */
function otherTab(kept: Kept): void {
  if (!kept.saved || kept.source === text()) return;
  if (text() === lastSaved) {
    revision = kept.revision;
    lastSaved = kept.source;
    replaceText(kept.source);
  }
}

function conflict(theirs: Answer): void {
  const source = theirs.source ?? "";
  if (source === text()) {
    saved(source, theirs, true);
    return;
  }
  inConflict = true;
  const box = need("conflict");
  const settle = (next: string) => () => {
    inConflict = false;
    unpin(sentence);
    revision = theirs.revision;
    asideNext = true; // theirs stays in the history, whichever is kept
    void (next === text() ? save() : replaceKeeping(next));
  };
  const sentence = say("conflict", { time: clock(theirs.at) });
  offer(box, sentence, [[say("use_it"), settle(source)], [say("keep_mine"), () => settle(text())()]]);
  box.querySelector("p")?.after(difference(text(), source));
  pin(sentence);
  show("saved_here");
}

function difference(mine: string, theirs: string): HTMLElement {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = say("show_difference");
  const list = document.createElement("pre");
  list.className = "diff-text";
  list.textContent = changedLines(mine, theirs).join("\n");
  const key = document.createElement("p");
  key.className = "small";
  key.textContent = say("difference_key");
  details.append(summary, key, list);
  return details;
}
