"""What a frame would refuse to show is told before anybody opens it."""

from __future__ import annotations

import pytest

from grader.packs.explorer import explorer_problems

PAGE = '<!doctype html>\n<title>Blocks</title>\n<script type="module" src="main.js"></script>\n'
FILES = {
    "explorer/index.html": PAGE,
    "explorer/main.js": 'import { draw } from "./draw.js";\nconst kind = "http://www.w3.org/2000/svg";\n',
    "explorer/draw.js": "export const draw = 1; // see the lesson\n",
    "explorer/example.svg": '<svg xmlns="http://www.w3.org/2000/svg">\n<title>Two</title></svg>',
}


def said(**changed: str) -> list[str]:
    files = {**FILES, **{f"explorer/{name.replace('_', '.')}": t for name, t in changed.items()}}
    return [str(problem) for problem in explorer_problems(files)]


def test_a_sound_explorer_has_no_problems() -> None:
    assert said() == []


def test_a_picture_alone_is_enough() -> None:
    only = {name: text for name, text in FILES.items() if name.endswith(".svg")}
    assert list(explorer_problems(only)) == []
    assert list(explorer_problems({"lesson.md": ""})) == []


def test_an_explorer_begins_with_its_page() -> None:
    rest = {name: text for name, text in FILES.items() if "index" not in name}
    (told,) = map(str, explorer_problems(rest))
    assert (
        told == "explorer/index.html:1: error: there is no such file, which an explorer begins with"
    )


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("index_html", f'{PAGE}<img src="gone.svg">', 4, "there is no explorer/gone.svg"),
        ("index_html", f'{PAGE}<link rel="x" href="./a.css?v=1">', 4, "there is no explorer/a.css"),
        (
            "index_html",
            f"{PAGE}\n<script>draw()</script>",
            5,
            "no script and no style stand in line",
        ),
        ("index_html", f'{PAGE}<p style="color: red">', 4, "no script and no style stand in line"),
        ("index_html", f'{PAGE}<a onclick="x()">', 4, "no script and no style stand in line"),
        ("index_html", f'{PAGE}<script src="https://cdn.example/a.js">', 4, "is another site"),
        ("main_js", '\nimport x from "./gone.js";', 2, "there is no explorer/gone.js"),
        ("main_js", '\n\nfetch("https://example.org/")', 3, "https://example.org/ is another site"),
        ("a_css", "@import url(https://fonts.example/a)", 1, "is another site"),
        ("example_svg", "<svg>\n<title>x</svg>", 2, "it cannot be read: mismatched tag"),
        ("example_svg", "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", 1, "no document type"),
        ("example_svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', 1, "it has no <title>"),
    ],
)
def test_what_would_not_be_shown_is_told_with_its_line(
    name: str, text: str, line: int, message: str
) -> None:
    told = said(**{name: text})
    place = f"explorer/{name.replace('_', '.')}:{line}:"
    assert [one for one in told if one.startswith(place) and message in one], told
