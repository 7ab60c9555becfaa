// The lesson page. What is here makes it quicker and calmer; all of it works without a script, too.

import { beginButtons, run } from "./buttons";
import { beginDrafts } from "./draft";
import { beginExplorer } from "./explorer";
import { beginHints } from "./hints";
import { beginHistory } from "./history";
import { beginQuestions } from "./questions";
import { beginReset } from "./reset";
import { beginResults } from "./results";
import { beginSteps } from "./steps";
import { takeOver } from "./text";

document.documentElement.classList.add("scripted");
if (/Mac|iPhone|iPad/.test(navigator.platform)) {
  for (const key of document.querySelectorAll("[data-modifier]")) key.textContent = "⌘";
}
beginSteps();
beginExplorer();
beginQuestions();
beginHints();
beginDrafts();
beginResults();
beginReset();
beginHistory();
beginButtons();

const whenIdle = window.requestIdleCallback ?? ((call: () => void) => setTimeout(call, 50));
whenIdle(async () => takeOver((await import("./editor")).mount(run)), { timeout: 1000 });
