# all: SyntaxError: invalid syntax
# all: `>>>` and `...` are signs of Python's prompt. Leave them out.

>>> def full_shared_blocks(prefix_len, block):
...     return prefix_len // block
...
>>> full_shared_blocks(40, 16)
2
