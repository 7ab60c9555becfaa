// Stuck?: the next hint comes when it is asked for, one by one.

import { button, find, say } from "./page";

export function beginHints(): void {
  const list = find("hints");
  if (!list) return;
  const hints = [...list.querySelectorAll<HTMLElement>(":scope > li")];
  hints.forEach((hint, place) => {
    hint.hidden = place > 0;
    const details = hint.querySelector("details");
    if (details) details.open = true;
  });
  if (hints.length < 2) return;
  let shown = 1;
  const more = button(say("next_hint"), () => {
    const next = hints[shown];
    if (next) {
      next.hidden = false;
      next.tabIndex = -1;
      next.focus();
    }
    shown += 1;
    if (shown >= hints.length) more.remove();
  });
  list.after(more);
}
