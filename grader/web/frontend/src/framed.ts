// Inside somebody else's page: tell it how high we are, sign in without cookies, and lead no link
// into the frame that belongs into a window. The page around hears nothing of what is written here.

import { find, root } from "./page";
import { changeSession, onOtherSession, send, session } from "./session";

const { embedded, part = "code" } = root.dataset;
const isFramed = embedded !== undefined && parent !== window;

export function beginFrame(): void {
  if (!isFramed) return;
  const tell = () => tellParent({ type: "grader:height", height: Math.ceil(document.body.getBoundingClientRect().height) });
  new ResizeObserver(tell).observe(document.body);
  tell();
  onOtherSession((isSignedIn) => void askAnew(isSignedIn));
  addEventListener("message", hear);
  document.addEventListener("click", follow);
  find("leave-frame")?.addEventListener("click", () => {
    changeSession(null);
    void askAnew(false);
  });
  find("open-lesson")?.addEventListener("submit", (event) => void fill(event.target as HTMLFormElement, event));
}

/** Only pages of the origins that the course allows can read it. */
export function tellParent(message: Record<string, unknown>): void {
  if (!isFramed) return;
  const told = { ...message, part, lesson: embedded.replace("/embed/", "") };
  for (const origin of (root.dataset.origins ?? "").split(" ").filter(Boolean)) parent.postMessage(told, origin);
}

/** A window of ours, in which somebody signed in, hands over a session for this course. */
function hear(event: MessageEvent<{ type?: unknown; session?: unknown } | null>): void {
  if (event.origin !== location.origin || event.data?.type !== "grader:session") return;
  event.source?.postMessage({ type: "grader:session-taken" }, { targetOrigin: location.origin });
  changeSession(String(event.data.session));
  void askAnew(true);
}

/** Ask for this part as who has the session. A frame cannot be sent to an address with a header. */
async function askAnew(isSignedIn: boolean): Promise<void> {
  const form = document.createElement("form");
  form.method = "post";
  form.action = `${embedded}?part=${part}`;
  const fields = { session: session() ?? "", source: await typed(), ...(isSignedIn ? {} : { leave: "yes" }) };
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/** What is not the starter any more; empty in a part without code. */
async function typed(): Promise<string> {
  const code = find<HTMLFormElement>("send");
  if (!code) return "";
  const text = (await import("./text")).text();
  return text.trim() === (code.dataset.starter ?? "").trim() ? "" : text;
}

let isFilled = false;

/** The whole lesson opens with what was typed here. */
async function fill(form: HTMLFormElement, event: Event): Promise<void> {
  if (isFilled) return;
  event.preventDefault();
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  field("session").value = session() ?? "";
  field("source").value = await typed();
  isFilled = true;
  form.requestSubmit();
  isFilled = false;
}

function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || event.defaultPrevented || link.target || link.getAttribute("href")?.startsWith("#")) return;
  const url = new URL(link.href);
  if (url.pathname === "/sign-in") {
    event.preventDefault();
    window.open(`${embedded}/sign-in`, "_blank");
  } else if (find("send") && ["code", "draft"].some((name) => url.searchParams.has(name))) {
    event.preventDefault();
    void bringBack(link.href);
  } else link.target = "_blank";
}

/** A version of the history, which outside a frame comes with its page. */
async function bringBack(url: string): Promise<void> {
  const response = await send(url);
  if (!response.ok || response.redirected) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const source = page.querySelector<HTMLTextAreaElement>("#source")?.value;
  if (source !== undefined) await (await import("./draft")).replaceKeeping(source);
}
