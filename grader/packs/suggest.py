"""What an author may have meant by a word that pack.toml does not know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches

_LIKE = 0.6  # how alike two words must be before one is taken for a misspelling of the other
# What other formats and languages call the same.
_ALSO_CALLED: Mapping[str, tuple[str, ...]] = {
    "args": ("arguments", "input", "inputs", "params", "call"),
    "any_of": ("alternatives", "accept", "accepted"),
    "case_seconds": ("timeout", "time_limit"),
    "changes": ("mutates", "in_place", "inplace", "modifies", "mutable"),
    "choice": ("enum", "literal", "one_of", "oneof"),
    "distinct": ("unique", "unique_items", "set", "no_duplicates"),
    "dict": ("map", "mapping", "table", "object"),
    "either": ("any", "any_of", "union", "anyof"),
    "fields": ("properties",),
    "float": ("number", "double", "real", "decimal"),
    "id": ("name",),
    "int": ("integer", "whole"),
    "list": ("array", "sequence", "matrix"),
    "max": ("maximum", "most", "high", "le"),
    "memory_bytes": ("memory", "memory_limit"),
    "min": ("minimum", "least", "low", "ge"),
    "of": ("items", "item", "elements", "values"),
    "optional": ("required",),
    "or_none": ("none", "null", "nullable", "allow_none", "optional"),
    "parameters": ("args", "arguments", "params", "signature"),
    "points": ("score", "marks", "weight"),
    "raises": ("exception", "exceptions", "error", "throws"),
    "same_length": ("alike", "rectangular", "equal_length"),
    "summary": ("description", "text", "doc"),
    "text": ("str", "string", "question", "prompt"),
    "usual_max": ("max",),
    "values": ("choices", "options", "of"),
    "visibility": ("visible", "hidden", "public", "private"),
}


def listed(word: object, known: Collection[str]) -> str:
    """Say what is known, and which of it was probably meant; begins with a semicolon."""
    guess, all_known = meant(word, known), ", ".join(known)
    return f"; did you mean `{guess}`? Known: {all_known}" if guess else f"; known: {all_known}"


def meant(word: object, known: Collection[str]) -> str | None:
    """Return the known word that is closest, if one is close."""
    if not isinstance(word, str):
        return None
    folded = word.casefold().replace("-", "_")
    close = [
        *(name for name in known if folded in _ALSO_CALLED.get(name, ())),
        *get_close_matches(folded, known, n=1, cutoff=_LIKE),
    ]
    return close[0] if close else None
