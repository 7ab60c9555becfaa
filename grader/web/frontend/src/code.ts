// The step in which code is written: drafts, results, buttons, and the editor once there is time.

import { beginButtons, run } from "./buttons";
import { beginDrafts } from "./draft";
import { beginHistory } from "./history";
import { beginReset } from "./reset";
import { beginResults } from "./results";
import { takeOver } from "./text";

const whenIdle = window.requestIdleCallback ?? ((call: () => void) => setTimeout(call, 50));

export function beginCode(): void {
  beginDrafts();
  beginResults();
  beginReset();
  beginHistory();
  beginButtons();
  whenIdle(async () => takeOver((await import("./editor")).mount(run)), { timeout: 1000 });
}
