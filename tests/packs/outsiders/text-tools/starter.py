def word_counts(text):
    pass


def caesar(text, shift):
    pass


def fields(line):
    pass


def most_common(words, n):
    pass


def first_longer(words, limit):
    pass


def poem(lines):
    pass
