"""Files that several tests submit."""

from __future__ import annotations

ALL_FOUR = ("full_shared_blocks", "blocks_without_sharing", "blocks_with_sharing", "can_share")
# Every function takes as long as it may, so that something can happen in the middle.
LOOPS = [f"def {name}(*_):\n    while True:\n        pass\n\n" for name in ALL_FOUR]
SLOW = "".join(LOOPS)
HALF_AS_SLOW = "".join(LOOPS[:2])  # ends well within the worker's grace period
# Longer than the worker's grace period: its top takes two seconds each time it is loaded.
SLOWER = "import time\n\ntime.sleep(2)\n\n\n" + SLOW
