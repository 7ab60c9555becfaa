// The step bar follows the eyes: the step on the screen is the current one.

import { say } from "./page";

const links = new Map<string, HTMLAnchorElement>();
const LINE = 140; // pixels below the top: what stands there is being read

export function beginSteps(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-step]")) {
    links.set(link.dataset.step ?? "", link);
  }
  if (links.size === 0) return;
  let asked = 0;
  const soon = () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(follow);
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon, { passive: true });
  if (links.size > 0) follow();
}

function follow(): void {
  let here = "";
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section && section.getBoundingClientRect().top <= LINE) here = id;
  }
  const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
  if (end) here = [...links.keys()].at(-1) ?? here;
  for (const [id, link] of links) {
    if (id === (here || "idea")) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  document.body.classList.toggle("at-code", here === "code");
}

/** How far somebody is in a step: its shape, its count and its spoken words. */
export function mark(step: string, got: number, total: number): void {
  const link = links.get(step);
  if (!link) return;
  const shape = got >= total ? "tick" : got > 0 ? "half" : "ring";
  const drawn = document.querySelector<SVGElement>(`#shapes [data-shape="${shape}"]`)?.cloneNode(true);
  const spoken = link.querySelector(".away");
  if (drawn) link.querySelector(".shape")?.replaceWith(drawn);
  if (spoken && got > 0) spoken.textContent = `, ${say(got >= total ? "step_done" : "step_begun")}`;
  let count = link.querySelector(".step-count");
  if (!count) {
    count = document.createElement("span");
    count.className = "step-count";
    link.querySelector(".step-name")?.after(" ", count);
  }
  count.textContent = total > 1 && got > 0 ? say("count", { got, total }) : "";
}
