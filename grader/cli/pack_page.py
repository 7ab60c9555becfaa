"""The page that an author looks at while he writes: everything in a pack that people will read.

Plain HTML, made anew for each request. Nothing of a pack is run, so no expected value stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from grader.core.model import Case, Pack
from grader.core.questions import Question, shown
from grader.core.values import literal
from grader.packs import Examined, Problem
from grader.web.lesson import lesson_html

STYLE = """
:root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 6px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; }
.problems { border: 2px solid #c22; border-radius: 6px; padding: 0.5rem 1rem; }
section { border-top: 1px solid; margin-top: 2rem; }
"""
SCRIPT = """
const seen = document.documentElement.dataset.version;
async function watch() {
  for (;;) {
    try {
      const answer = await fetch("/changed?since=" + seen);
      if (answer.ok && (await answer.text()) !== seen) {
        location.reload();
        return;
      }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}
watch();
"""


def page(examined: Examined, *, name: str, version: str) -> str:
    """Return the page of a pack, or of the problems that keep it from being one."""
    title = examined.pack.title if examined.pack else name
    body = "".join(_body(examined, title))
    return (
        f'<!doctype html><html lang="en" data-version="{escape(version)}"><head>'
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body>{body}<script>{SCRIPT}</script></body></html>"
    )


def _body(examined: Examined, title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    yield from _problems(examined.problems)
    if examined.pack is not None:
        yield from _pack(examined.pack)


def _problems(problems: Iterable[Problem]) -> Iterator[str]:
    items = "".join(f"<li>{escape(str(problem))}</li>" for problem in problems)
    if items:
        yield f'<div class="problems" role="alert"><ul>{items}</ul></div>'


def _pack(pack: Pack) -> Iterator[str]:
    yield str(lesson_html(pack.lesson))
    yield _section("Starter", f"<pre>{escape(pack.starter)}</pre>")
    for function in pack.functions:
        cases = [case for case in pack.cases if case.function == function.name]
        call = f"{function.name}({', '.join(function.parameters)})"
        yield _section(f"Cases of {call}", f"<p>{escape(function.summary)}</p>{_cases(cases)}")
    if pack.questions:
        yield _section("Questions", "".join(_question(one) for one in pack.questions))
    if pack.wrong:
        rows = [(wrong.file, ", ".join(wrong.fails), wrong.hint) for wrong in pack.wrong]
        yield _section("Known mistakes", _table(("File", "Fails", "Hint"), rows))
    if pack.chapter:
        yield _section("Chapter reference", str(lesson_html(pack.chapter)))


def _section(heading: str, html: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{html}</section>"


def _cases(cases: Iterable[Case]) -> str:
    rows = [
        (case.id, str(case.visibility), literal(case.arguments), case.hint or "") for case in cases
    ]
    return _table(("Case", "Who sees it", "Arguments", "Hint"), rows)


def _question(question: Question) -> str:
    choices = f" ({' / '.join(question.choices)})" if question.choices else ""
    answer = f"<details><summary>Answer</summary>{escape(shown(question))}</details>"
    return f"<p>{escape(question.text + choices)}</p>{answer}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f"<th scope='col'>{escape(text)}</th>" for text in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
