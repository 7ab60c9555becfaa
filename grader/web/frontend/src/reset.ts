// Reset: asks in place, and what it replaces stays in the history.

import { saveAside } from "./draft";
import { ask, find, need, say } from "./page";
import { replaceText } from "./text";

export function beginReset(): void {
  find("reset")?.addEventListener("click", (event) => {
    event.preventDefault();
    const starter = need<HTMLFormElement>("send").dataset.starter ?? "";
    ask(need("ask-reset"), say("ask_reset"), [say("keep"), () => undefined], [say("replace"), () => {
      replaceText(starter);
      saveAside();
    }]);
  });
}
