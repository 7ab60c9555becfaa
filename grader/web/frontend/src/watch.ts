// Wait for a result: by server-sent events, and by asking when those do not come.

import { say } from "./page";
import { showPanel, showSmallest } from "./results";
import { send, usesHeader } from "./session";
import { tell } from "./status";

export interface Watched {
  events: string;
  panel: string;
}

const POLL_FIRST = 400;
const POLL_LONGEST = 5000;
const SEARCH = 2000;
const LONGEST_SEARCH = 5000;
const NO_EVENT = 1000; // a stream that says nothing for so long is not trusted alone
let current: (() => void) | null = null;

/** Show the result once it is there. Returns a promise that ends with it, however long it takes. */
export function watch(what: Watched, quietUntil = 200): Promise<void> {
  current?.();
  return new Promise((done) => {
    const ended = new AbortController();
    const finish = (html: string, isStream: boolean) => {
      if (ended.signal.aborted) return;
      ended.abort();
      showPanel(html);
      if (isStream) window.setTimeout(() => source?.close(), LONGEST_SEARCH); // it says what is found, then ends
      else window.setTimeout(() => void explain(what.panel), SEARCH);
      done();
    };
    current = () => {
      ended.abort();
      source?.close();
      done();
    };
    const told = performance.now();
    const progress = (sentence: string) => {
      if (!ended.signal.aborted && performance.now() - told >= quietUntil) tell(sentence);
    };
    const source = usesHeader() || !("EventSource" in window) ? null : listen(what.events, progress, (html) => finish(html, true));
    void poll(what.panel, source ? NO_EVENT : POLL_FIRST, progress, (html) => finish(html, false), ended.signal, source);
  });
}

/** Without events, look once more for the smallest cases; lines that still wait then go. */
async function explain(url: string): Promise<void> {
  const response = await send(url).catch(() => null);
  showSmallest(response?.status === 200 ? await response.text() : "");
}

export function stopWatching(): void {
  current?.();
  current = null;
}

function listen(url: string, progress: (said: string) => void, finish: (html: string) => void): EventSource {
  const source = new EventSource(url);
  source.addEventListener("state", (event) => progress((JSON.parse(event.data) as { said: string }).said));
  source.addEventListener("panel", (event) => finish((JSON.parse(event.data) as { html: string }).html));
  source.addEventListener("explained", (event) => showSmallest((JSON.parse(event.data) as { html: string }).html));
  source.addEventListener("end", () => source.close());
  return source;
}

async function poll(
  url: string, pause: number, progress: (said: string) => void, finish: (html: string) => void,
  signal: AbortSignal, source: EventSource | null,
): Promise<void> {
  let failures = 0;
  for (let wait = pause; !signal.aborted; wait = Math.min(wait * 1.6, POLL_LONGEST)) {
    await new Promise((next) => setTimeout(next, wait));
    if (signal.aborted) return;
    if (source && source.readyState === EventSource.OPEN && failures === 0) continue;
    try {
      const response = await send(url);
      if (response.status === 200 && !response.redirected) return finish(await response.text());
      if (response.status === 202) progress(JSON.parse(response.headers.get("Grader-Status") ?? '""') as string);
      failures = 0;
    } catch {
      failures += 1;
      progress(navigator.onLine ? say("lost", { seconds: Math.round(Math.min(wait * 1.6, POLL_LONGEST) / 1000) || 1 }) : say("offline"));
    }
  }
}
