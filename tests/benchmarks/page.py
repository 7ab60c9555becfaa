"""How long a learner waits for the page: `python -m tests.benchmarks.page`.

Starts the service and a Chromium, and prints medians. Nothing here is asserted: a busy machine is
slow, and a test that measures time fails for that alone.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from grader.store.session import Store
from sandbox.outside.build import build_image
from tests.browser import sources
from tests.browser.conftest import FLAGS, LESSON, Eyes, new_learner, open_window, write
from tests.browser.running import Service, running_service

# From the click to the moment at which the verdict's text stands in the page, by the page's clock.
TIMED = """async button => {
  const panel = document.querySelector('#panel');
  const before = panel.querySelector('.panel')?.dataset.submission;
  const begun = performance.now();
  document.querySelector(button).click();
  return await new Promise(done => {
    const look = () => {
      const made = panel.querySelector('.panel[data-final=yes]');
      if (made && made.dataset.submission !== before) done(performance.now() - begun);
    };
    new MutationObserver(look).observe(panel, {childList: true, subtree: true});
  });
}"""
PAUSE_MS = 2200.0  # 30 runs a minute are allowed


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=int, default=20, help="Clicks on each button.")
    sys.stdout.write(json.dumps(measure(words.parse_args().rounds), indent=2) + "\n")


def measure(rounds: int) -> Mapping[str, Any]:
    """Milliseconds, bytes and clicks of a learner who has an account, and of one who has none."""
    build_image()
    path = shutil.which("chromium")
    assert path, "Debian's package chromium is needed"
    with running_service() as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        figures = _figures(service, browser, rounds)
        browser.close()
    return figures


def _figures(service: Service, browser: Browser, rounds: int) -> Mapping[str, Any]:
    store = Store.open(f"sqlite:///{service.data / 'grader.sqlite3'}")
    eyes = open_window(browser, service.url, 1280)
    first = _first_verdict(open_window(browser, service.url, 1280))
    eyes.sign_in(new_learner(store))
    eyes.page.wait_for_selector(".cm-content")
    figures = {
        "first_load": _first_load(open_window(browser, service.url, 1280)),
        "practice": first,
        "run_ms": _clicks(eyes.page, "#run", rounds),
        "submit_ms": _clicks(eyes.page, "#submit", rounds),
        "much_output_ms": _much_output(eyes.page),
    }
    store.close()
    return figures


def _first_verdict(eyes: Eyes) -> Mapping[str, float]:
    """From opening the lesson without an account to a verdict on code that is pasted in."""
    opened = _clock(eyes.page, lambda page: page.goto(eyes.url + LESSON, wait_until="commit"))
    editor = _clock(eyes.page, lambda page: page.wait_for_selector(".cm-content"))
    write(eyes.page, sources.ROUNDED_UP)
    verdict = float(eyes.page.evaluate(TIMED, "#run"))
    return {
        "opened_ms": round(opened),
        "editor_ms": round(opened + editor),
        "verdict_ms": round(opened + editor + verdict),
        "clicks": 2,  # into the editor, and Run; with Ctrl+Enter one
    }


def _clock(page: Page, does: Callable[[Page], object]) -> float:
    now = "performance.timeOrigin + performance.now()"
    before = float(page.evaluate(now))
    does(page)
    return float(page.evaluate(now)) - before


def _clicks(page: Page, button: str, rounds: int) -> Mapping[str, float]:
    times = []
    for number in range(rounds):
        write(page, f"{sources.RIGHT}# {button} {number}\n")
        times.append(float(page.evaluate(TIMED, button)))
        page.wait_for_timeout(PAUSE_MS)
    ranked = sorted(times)
    most = ranked[-1 - len(ranked) // 20]
    return {"median": round(statistics.median(ranked)), "19_of_20_below": round(most)}


def _much_output(page: Page) -> Mapping[str, float]:
    """200 kB in each visible case: the verdict, then unfolding the output of one."""
    write(page, sources.PRINTS_MUCH)
    verdict = float(page.evaluate(TIMED, "#run"))
    opened = page.evaluate("""async () => {
      const begun = performance.now();
      document.querySelector('#first-problem details.fold > summary').click();
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      return performance.now() - begun;
    }""")
    return {"verdict": round(verdict), "unfold": round(float(opened))}


def _first_load(eyes: Eyes) -> Mapping[str, int]:
    """Everything that comes over the wire, headers too, until the editor stands."""
    client = eyes.context.new_cdp_session(eyes.page)
    client.send("Network.enable")
    sizes: list[float] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    eyes.page.goto(eyes.url + LESSON)
    eyes.page.wait_for_selector(".cm-content")
    return {"requests": len(sizes), "bytes": round(sum(sizes))}


if __name__ == "__main__":
    main()
