// Talk to the explorer in its sandboxed frame: theme, language and what is revealed go in, its height
// comes out.

import { root, whenIdle } from "./page";
import { mark } from "./steps";

const MOST_HEIGHT = 4000;
const dark = matchMedia("(prefers-color-scheme: dark)");

export function beginExplorer(): void {
  const frame = document.querySelector<HTMLIFrameElement>("[data-explorer] iframe");
  if (!frame) return;
  addEventListener("message", (event: MessageEvent<{ type?: unknown; height?: unknown }>) => {
    if (event.source !== frame.contentWindow) return;
    const { type, height } = event.data ?? {};
    if (type === "grader:ready") tellAll(frame);
    if (type === "grader:height" && typeof height === "number") resize(frame, height);
    if (type === "grader:used") mark("explore", 1, 1);
  });
  dark.addEventListener("change", () => tellAll(frame));
  document.addEventListener("grader:revealed", () => tellAll(frame));
  tellAll(frame);
  whenIdle(() => (frame.loading = "eager")); // there before somebody scrolls to it, or prints
}

function tellAll(frame: HTMLIFrameElement): void {
  const alone = document.querySelector("[data-question]") === null;
  // Its origin is opaque, so no other target can be named; nothing secret is in it.
  const tell = (message: Record<string, unknown>) => frame.contentWindow?.postMessage(message, "*");
  tell({ type: "grader:theme", theme: dark.matches ? "dark" : "light" });
  tell({ type: "grader:language", language: document.documentElement.lang });
  tell({ type: "grader:reveal", revealed: revealed(), alone });
}

/** Ids of the questions whose number may be seen, as the server says. */
function revealed(): string[] {
  const shown = document.querySelectorAll<HTMLElement>("[data-question][data-uncovered]");
  const before = (root.dataset.uncovered ?? "").split(" ").filter(Boolean); // where no question is on the page
  return [...before, ...[...shown].map((one) => one.dataset.question ?? "")];
}

function resize(frame: HTMLIFrameElement, height: number): void {
  frame.style.height = `${Math.min(Math.max(120, Math.ceil(height)), MOST_HEIGHT)}px`;
}
