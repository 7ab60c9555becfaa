// The step bar follows the eyes: the step on the screen is the current one.

import { say } from "./page";

const links = new Map<string, HTMLAnchorElement>();
const LINE = 140; // pixels below the top: what stands there is being read

export function beginSteps(): void {
  addEventListener("hashchange", openCheck);
  openCheck();
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

/** Who goes to the last question wants to see it. */
function openCheck(): void {
  if (location.hash === "#check") document.getElementById("check-fold")?.setAttribute("open", "");
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
    const isHere = id === (here || "idea");
    if (isHere) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    draw(link, isHere);
  }
  document.body.classList.toggle("at-code", isSeen(document.getElementById("code")));
}

/** Whether a part of it is on the screen: then its buttons are at hand. */
function isSeen(section: HTMLElement | null): boolean {
  const { top = Infinity, bottom = -Infinity } = section?.getBoundingClientRect() ?? {};
  return top < innerHeight - LINE && bottom > LINE;
}

/** Where somebody is wears a dot, unless the step is done. */
function draw(link: HTMLElement, isHere: boolean): void {
  const state = link.dataset.shape ?? "ring";
  const shape = isHere && state !== "tick" ? "dot" : state;
  if (link.dataset.drawn === shape) return;
  const drawn = document.querySelector<SVGElement>(`#shapes [data-shape="${shape}"]`)?.cloneNode(true);
  if (drawn) link.querySelector(".shape")?.replaceWith(drawn);
  link.dataset.drawn = shape;
}

/** How far somebody is in a step: its shape, its count and its spoken words. */
export function mark(step: string, got: number, total: number): void {
  const link = links.get(step);
  if (!link) return;
  link.dataset.shape = got >= total ? "tick" : got > 0 ? "half" : "ring";
  draw(link, link.hasAttribute("aria-current"));
  const spoken = link.querySelector(".away");
  const state = got >= total ? "step_done" : got > 0 ? "step_begun" : "step_open";
  if (spoken) spoken.textContent = `, ${say(state)}`;
  let count = link.querySelector(".step-count");
  if (!count) {
    count = document.createElement("span");
    count.className = "step-count";
    link.querySelector(".step-name")?.after(" ", count);
  }
  count.textContent = total > 1 && got > 0 ? say("count", { got, total }) : "";
}
