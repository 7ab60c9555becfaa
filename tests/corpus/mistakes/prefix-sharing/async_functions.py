# full_shared_blocks: Leave out `async`: calling such a function only prepares it.
# full_shared_blocks: `full_shared_blocks(0, 1)` returned <coroutine>, expected 0.
# blocks_without_sharing: Leave out `async`: calling such a function only prepares it.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned <coroutine>, expected 0.
# blocks_with_sharing: An `async def` function gives its value only to `await`. Leave out `async`.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` raises TypeError, expected 0.

import asyncio


async def full_shared_blocks(prefix_len, block):
    return prefix_len // block


async def blocks_without_sharing(totals, block):
    await asyncio.sleep(0)
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = full_shared_blocks(prefix_len, block)
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
