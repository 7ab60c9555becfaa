// The lesson page, or a part of it in a frame. All of it works without a script, too; this makes it
// quicker and calmer.

import { beginExplorer } from "./explorer";
import { beginFrame } from "./framed";
import { beginHints } from "./hints";
import { find } from "./page";
import { beginQuestions } from "./questions";
import { beginSteps } from "./steps";

document.documentElement.classList.add("scripted");
if (/Mac|iPhone|iPad/.test(navigator.platform)) {
  for (const key of document.querySelectorAll("[data-modifier]")) key.textContent = "⌘";
}
beginFrame();
beginSteps();
beginExplorer();
beginQuestions();
beginHints();
if (find("send")) void import("./code").then(({ beginCode }) => beginCode());
