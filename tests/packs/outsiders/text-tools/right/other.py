import collections
import string


def word_counts(text):
    kept = "".join(c if c in string.ascii_letters else " " for c in text)
    counts = {}
    for word in kept.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts


def caesar(text, shift):
    low, up = string.ascii_lowercase, string.ascii_uppercase
    n = shift % 26
    return text.translate(str.maketrans(low + up, low[n:] + low[:n] + up[n:] + up[:n]))


def fields(line):
    if line.count('"') % 2:
        raise ValueError("a quote is open")
    parts = line.split('"')
    marked = [p.replace(",", "\n") if i % 2 == 0 else p for i, p in enumerate(parts)]
    return "".join(marked).split("\n")


def most_common(words, n):
    counts = collections.Counter(words)
    ranked = sorted(counts, key=lambda w: (counts[w], [-ord(c) for c in w]), reverse=True)
    return [(w, counts[w]) for w in reversed(ranked[:n])]


def first_longer(words, limit):
    if limit is None:
        limit = -1
    return next((w for w in words if len(w) > limit), None)


def poem(lines):
    return "\r\n".join(lines)
