"""Collect every text of the pages: `python -m grader.web.catalogue` writes locale/messages.pot.

A new language is a copy of that file under its own name, `locale/de.po`, with the texts filled in.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from grader.web.language import FOLDER
from grader.web.said_elsewhere import collect

HERE = Path(__file__).parent
TEMPLATE = FOLDER / "messages.pot"
READERS = [("**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "mark": None, "_sign": (1,)}


def extract() -> Catalog:
    """Every text with the files that say it; without line numbers, which change all the time."""
    found = Catalog(project="grader", fuzzy=False)
    for file, _line, message, comments, _context in extract_from_dir(
        HERE, READERS, {"templates/**.html": {"silent": "false"}}, keywords=KEYWORDS
    ):
        found.add(message, locations=[(file, 0)], auto_comments=comments)
    for one in collect():
        found.add(one.text, locations=[(one.file, 0)])
    return found


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TEMPLATE.open("wb") as file:
        write_po(file, extract(), omit_header=True, include_lineno=False, sort_output=True)


if __name__ == "__main__":
    main()
