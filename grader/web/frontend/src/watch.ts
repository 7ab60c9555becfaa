// Wait for a result: by server-sent events, and by asking when those do not come.

import { say } from "./page";
import { showPanel, showSmallest } from "./results";
import { send, usesHeader } from "./session";

export interface Watched {
  events: string;
  panel: string;
}
export type Kind = "run" | "submission";
export interface Progress {
  state: string; // `queued`, `running`; `lost` when nobody answers, `signed_out` when nobody may know
  said: string;
}
type Told = (progress: Progress) => void;

const POLL_FIRST = 400;
const POLL_LONGEST = 5000;
const SEARCH = 2000;
const LONGEST_SEARCH = 5000;
const NO_EVENT = 1000; // a stream that says nothing for so long is not trusted alone
const LONGEST_SILENCE = 8000; // the server says something every five seconds; a proxy may hold it back
const current = new Map<Kind, () => void>();

/** Show the result once it is there. Returns a promise that ends with it, however long it takes. */
export function watch(what: Watched, kind: Kind, told: Told): Promise<void> {
  stopWatching(kind);
  return new Promise((done) => {
    const ended = new AbortController();
    const finish = (html: string, isStream: boolean) => {
      if (ended.signal.aborted) return;
      ended.abort();
      showPanel(html);
      if (isStream) window.setTimeout(() => source?.close(), LONGEST_SEARCH); // it says what is found, then ends
      else {
        source?.close(); // or it would try to connect for ever
        window.setTimeout(() => void explain(what.panel), SEARCH);
      }
      done();
    };
    current.set(kind, () => {
      ended.abort();
      source?.close();
      done();
    });
    const progress = (one: Progress) => {
      if (!ended.signal.aborted) told(one);
    };
    let heardAt = -Infinity;
    const heard = (one: Progress) => {
      heardAt = performance.now();
      progress(one);
    };
    const source = usesHeader() || !("EventSource" in window) ? null : listen(what.events, heard, (html) => finish(html, true));
    const speaks = () => source?.readyState === EventSource.OPEN && performance.now() - heardAt < LONGEST_SILENCE;
    void poll(what.panel, source ? NO_EVENT : POLL_FIRST, progress, (html) => finish(html, false), ended.signal, speaks);
  });
}

/** Without events, look once more for the smallest cases; lines that still wait then go. */
async function explain(url: string): Promise<void> {
  const response = await send(url).catch(() => null);
  showSmallest(response?.status === 200 ? await response.text() : "");
}

export function stopWatching(kind: Kind): void {
  current.get(kind)?.();
  current.delete(kind);
}

function listen(url: string, progress: Told, finish: (html: string) => void): EventSource {
  const source = new EventSource(url);
  source.addEventListener("state", (event) => progress(JSON.parse(event.data) as Progress));
  source.addEventListener("panel", (event) => finish((JSON.parse(event.data) as { html: string }).html));
  source.addEventListener("explained", (event) => showSmallest((JSON.parse(event.data) as { html: string }).html));
  source.addEventListener("end", () => source.close());
  return source;
}

async function poll(
  url: string, pause: number, progress: Told, finish: (html: string) => void,
  signal: AbortSignal, streamSpeaks: () => boolean,
): Promise<void> {
  let failures = 0;
  for (let wait = pause; !signal.aborted; wait = Math.min(wait * 1.6, POLL_LONGEST)) {
    await new Promise((next) => setTimeout(next, wait));
    if (signal.aborted) return;
    if (streamSpeaks() && failures === 0) continue;
    try {
      const response = await send(url);
      if (response.status === 200 && !response.redirected) return finish(await response.text());
      if (response.status === 401 || response.redirected) progress({ state: "signed_out", said: "" });
      if (response.status === 202) progress(JSON.parse(response.headers.get("Grader-Status") ?? "{}") as Progress);
      if (response.status >= 500) throw new Error(response.statusText);
      failures = 0;
    } catch {
      failures += 1;
      progress({ state: "lost", said: lost(Math.min(wait * 1.6, POLL_LONGEST)) });
    }
  }
}

function lost(pause: number): string {
  return navigator.onLine ? say("lost", { seconds: Math.max(2, Math.round(pause / 1000)) }) : say("offline");
}
