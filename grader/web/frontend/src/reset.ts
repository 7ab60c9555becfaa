// Reset: asks in place, and what it replaces stays in the history.

import { replaceKeeping } from "./draft";
import { ask, find, need, say } from "./page";

export function beginReset(): void {
  find("reset")?.addEventListener("click", (event) => {
    event.preventDefault();
    const starter = need<HTMLFormElement>("send").dataset.starter ?? "";
    ask(need("ask-reset"), say("ask_reset"), [[say("replace"), () => void replaceKeeping(starter)], [say("keep"), () => undefined]], 1);
  });
}
