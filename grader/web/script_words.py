"""Sentences that the page's script says, in the reader's language; `{…}` are filled in there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.web.language import _, ngettext

_WORDS: Mapping[str, Callable[[], str]] = {
    "running_label": lambda: _("Running…"),
    "stop_label": lambda: _("Stop"),
    "running": lambda: _("Running the visible cases."),
    "still_running": lambda: _("Still running. Each case may take {limit}."),
    "sending": lambda: _("Sent once."),
    "submitted": lambda: _("Submitted. Grading all cases."),
    "stopped": lambda: _("Stopped waiting. The result will be in History."),
    "offline": lambda: _(
        "You are offline. Your code is saved on this device. "
        "Run and Submit come back with the connection."
    ),
    "online": lambda: _("The connection is back."),
    "lost": lambda: _("Graded or not, your submission is safe. Asking again in {seconds} seconds."),
    "signed_out": lambda: _(
        "You were signed out. Your code is safe here. {sign_in} and press {button} again."
    ),
    "sign_in": lambda: _("Sign in"),
    "too_large": lambda: _("This file has {size}; the limit is 64 KiB. Nothing was sent."),
    "too_many": lambda: _("That was {count} runs in a minute. Run is ready in {seconds} seconds."),
    "no_answer": lambda: _(
        "The server does not answer. Your code is safe here. Press {button} again; it counts once."
    ),
    "ours": lambda: _(
        "Something broke on our side, not in your code. Nothing was sent. Try again."
    ),
    "edited": lambda: _("These results are for an earlier version. Run again to update them."),
    "saving": lambda: _("Saving…"),
    "saved": lambda: _("Saved {time}"),
    "saved_here": lambda: _("Saved on this device only"),
    "conflict": lambda: _("A newer version was saved at {time} elsewhere."),
    "show_difference": lambda: _("Show the difference"),
    "difference_key": lambda: _(
        "Lines with \N{MINUS SIGN} stand only here, with + only in the newer version."
    ),
    "use_it": lambda: _("Use it"),
    "keep_mine": lambda: _("Keep mine"),
    "run": lambda: _("Run"),
    "submit": lambda: _("Submit"),
    "keep_writing": lambda: _("Keep writing"),
    "submit_anyway": lambda: _("Submit anyway"),
    "ask_reset": lambda: _("Replace your code with the empty starter? Your code stays in History."),
    "replace": lambda: _("Replace"),
    "keep": lambda: _("Keep"),
    "keep_covered": lambda: _("Keep it covered"),
    "editor_label": lambda: _("Your code, Python"),
    "ask_reveal": lambda: _("Show the answer? It then counts as revealed, not as answered."),
    "show": lambda: _("Show"),
    "next_hint": lambda: _("Show the next hint"),
    "count": lambda: _("{got} of {total}"),
    "step_done": lambda: _("done"),
    "step_begun": lambda: _("begun"),
    "step_open": lambda: _("not begun"),
    "error_here": lambda: _("Error on line {line}"),
}


def script_words(*, functions: int = 0) -> dict[str, str]:
    """`functions`: how many the pack asks for, or 0 if nobody knows."""
    return {name: said() for name, said in _WORDS.items()} | {"untouched": _untouched(functions)}


def _untouched(functions: int) -> str:
    if functions == 0:
        return _("This is still the starter.")
    return ngettext(
        "The function is still empty.", "All {count} functions are still empty.", functions
    ).format(count=functions)
