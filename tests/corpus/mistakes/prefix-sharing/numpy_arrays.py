# all: ModuleNotFoundError: No module named 'numpy'
# all: Only Python's standard library can be imported here.

import numpy as np


def full_shared_blocks(prefix_len, block):
    return np.floor_divide(prefix_len, block)


def blocks_without_sharing(totals, block):
    return np.ceil(np.array(totals) / block).sum()
