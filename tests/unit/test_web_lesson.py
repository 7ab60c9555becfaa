"""A lesson's text: a number that a question asks for stands nowhere before it was answered."""

from __future__ import annotations

from grader.web.lesson import read_lesson

TEXT = """\
# Sharing

Part 4, [[saved]] blocks

## The idea

It saves [[saved]].

## Stuck?

Count again: are there [[saved]] dashed ones, or [[other]]?
"""


def test_a_covered_number_is_filled_in_wherever_the_lesson_names_it() -> None:
    lesson = read_lesson(TEXT)
    for value, is_seen in (("4", True), (None, False)):
        shown = lesson.filled({"saved": value})
        texts = (
            shown.kicker or "",
            shown.parts["idea"].lead + shown.parts["idea"].rest,
            *shown.hints,
        )
        assert len(texts) == 3
        for text in texts:
            assert 'data-number="saved"' in text
            assert ('<strong data-number="saved">4</strong>' in text) is is_seen
            assert "[[saved]]" not in text
    assert "[[other]]" in lesson.filled({"saved": "4"}).hints[0]
