// Requests to our own server. In a frame whose cookies are blocked, the session travels in a header.
// The parts of one lesson or course in a page share it.

import { root } from "./page";

const HEADER = "Grader-Session";
const isFramed = parent !== window;
const course = (root.dataset.embedded ?? "").split("/")[2] ?? "";
const others = isFramed && "BroadcastChannel" in window ? new BroadcastChannel(`grader:${course}`) : null;
let sealed = isFramed ? root.dataset.session || null : null;

export function session(): string | null {
  return sealed;
}

/** Who asks, and that somebody without a session is meant to be a visitor. */
export function sessionHeaders(): Record<string, string> {
  return {
    ...(sealed ? { [HEADER]: sealed } : {}),
    ...(isFramed ? { "Grader-Framed": "yes" } : {}),
    ...(root.dataset.visitor === "yes" ? { "Grader-Visitor": "yes" } : {}),
  };
}

/** A visitor's session began here; elsewhere than in a frame the cookie does it. */
export function useSession(given: string | null): void {
  if (!given || !isFramed) return;
  sealed = given;
  others?.postMessage({ visitor: given });
}

/** Somebody signed in here, or out (null), and so in all parts. */
export function changeSession(account: string | null): void {
  sealed = account ?? sealed; // what is still to be saved goes to whom it belongs
  others?.postMessage({ account });
}

export function onOtherSession(changed: (isSignedIn: boolean) => void): void {
  others?.addEventListener("message", ({ data }: MessageEvent<{ visitor?: string; account?: string | null }>) => {
    if (data.visitor) sealed ??= data.visitor;
    if (data.account === undefined) return;
    sealed = data.account ?? sealed;
    changed(data.account !== null);
  });
}

/** An event stream takes no header. */
export function usesHeader(): boolean {
  return isFramed;
}

// Bytes of a body that may outlive its page; browsers allow 64 KiB for all that are under way.
const LIVES_ON = 30_000;

export async function send(url: string, fields?: Record<string, string>): Promise<Response> {
  const body = fields ? new URLSearchParams(fields) : null;
  const keepalive = body !== null && body.toString().length < LIVES_ON;
  const ask = async () => {
    const headers = { Accept: fields ? "application/json" : "text/html", ...sessionHeaders() };
    const response = await fetch(url, { method: fields ? "POST" : "GET", headers, body, keepalive, redirect: "follow" });
    useSession(response.headers.get(HEADER));
    return response;
  };
  return fields ? inTurn(ask) : ask();
}

let isKnown = root.dataset.visitor !== "yes"; // what a visitor sends first makes his session
let first: Promise<void> | null = null;

/** Two at once would make two visitors: he would keep the session of one, and the other his result. */
async function inTurn(ask: () => Promise<Response>): Promise<Response> {
  while (first) await first;
  if (isKnown) return ask();
  const asked = ask();
  first = asked.then(({ ok }) => void (isKnown = ok), () => undefined).finally(() => (first = null));
  return asked;
}
