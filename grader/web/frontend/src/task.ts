// What each function takes and returns: open until the first run, and then as it was left.

import { find, recall, remember, root } from "./page";

const key = `grader:task:${root.dataset.key}`;

export function beginTask(): void {
  const task = find<HTMLDetailsElement>("task");
  if (!task) return;
  const left = recall(key);
  if (left) task.open = left === "open";
  task.querySelector("summary")?.addEventListener("click", () => remember(key, task.open ? "folded" : "open")); // before it changes
}

/** After the first result, once; what is being read stays where it is. */
export function foldTask(near: HTMLElement): void {
  const task = find<HTMLDetailsElement>("task");
  if (!task?.open || recall(key)) return;
  const before = near.getBoundingClientRect().top;
  task.open = false;
  remember(key, "folded");
  window.scrollBy({ top: near.getBoundingClientRect().top - before, behavior: "instant" });
}
