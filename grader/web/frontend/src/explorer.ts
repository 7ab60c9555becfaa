// Talk to the explorer in its sandboxed frame: theme and what is revealed go in, its height comes out.

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
}

function tellAll(frame: HTMLIFrameElement): void {
  const theme = dark.matches ? "dark" : "light";
  // Its origin is opaque, so no other target can be named; nothing secret is in it.
  frame.contentWindow?.postMessage({ type: "grader:theme", theme }, "*");
  frame.contentWindow?.postMessage({ type: "grader:reveal", revealed: revealed(), alone: document.querySelector("[data-question]") === null }, "*");
}

/** Ids of the questions whose number stands on the page, as the server filled them in. */
function revealed(): string[] {
  const shown = document.querySelectorAll<HTMLElement>("[data-question][data-uncovered]");
  return [...shown].map((one) => one.dataset.question ?? "");
}

function resize(frame: HTMLIFrameElement, height: number): void {
  frame.style.height = `${Math.min(Math.max(120, Math.ceil(height)), MOST_HEIGHT)}px`;
}
