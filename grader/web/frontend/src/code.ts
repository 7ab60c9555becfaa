// The step in which code is written: drafts, results, buttons, and the editor once there is time.

import { beginButtons, run } from "./buttons";
import { beginDrafts } from "./draft";
import { beginHolding } from "./held";
import { beginHistory } from "./history";
import { beginKeyboard } from "./keyboard";
import { whenIdle } from "./page";
import { beginPaper } from "./paper";
import { beginReset } from "./reset";
import { beginResults } from "./results";
import { beginTask } from "./task";
import { takeOver } from "./text";

export function beginCode(): void {
  beginTask();
  beginDrafts();
  beginResults();
  beginReset();
  beginHistory();
  beginHolding();
  beginButtons();
  beginKeyboard();
  beginPaper();
  whenIdle(async () => takeOver((await import("./editor")).mount(run)), { timeout: 1000 });
}
