import re
from collections import Counter


def word_counts(text):
    return dict(Counter(text.lower().split()))


def caesar(text, shift):
    out = []
    for c in text:
        if "a" <= c <= "z":
            out.append(chr((ord(c) - 97 + shift) % 26 + 97))
        elif "A" <= c <= "Z":
            out.append(chr((ord(c) - 65 + shift) % 26 + 65))
        else:
            out.append(c)
    return "".join(out)


def fields(line):
    out, field, quoted = [], "", False
    for c in line:
        if c == "'":
            quoted = not quoted
        elif c == "," and not quoted:
            out.append(field)
            field = ""
        else:
            field += c
    if quoted:
        raise ValueError("open quote")
    return out + [field]


def most_common(words, n):
    counts = Counter(words)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:n]


def first_longer(words, limit):
    for word in words:
        if limit is None or len(word) > limit:
            return word
    return None


def poem(lines):
    return "".join(line + "\n" for line in lines)
