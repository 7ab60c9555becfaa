# The starter as it is handed out: nothing is written yet.
import math


def blocks_needed(tokens, block):
    """Number of blocks that hold all tokens. ValueError when block is 0."""
    pass


def slots(tokens, block):
    """Number of places in these blocks. ValueError when block is 0."""
    pass


def slack(tokens, block):
    """Number of these places that hold no token. ValueError when block is 0."""
    pass


def slack_fraction(tokens, block):
    """Slack as a fraction of the slots; 0.0 for no tokens. ValueError when block is 0."""
    pass
