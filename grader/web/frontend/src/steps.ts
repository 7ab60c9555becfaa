// The step bar follows the eyes: the step on the screen is the current one.

const links = new Map<string, HTMLAnchorElement>();
const LINE = 140; // pixels below the top: what stands there is being read

export function beginSteps(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-step]")) {
    links.set(link.dataset.step ?? "", link);
  }
  let asked = 0;
  const soon = () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(follow);
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon, { passive: true });
  follow();
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

export function markDone(step: string): void {
  links.get(step)?.setAttribute("data-done", "yes");
}
