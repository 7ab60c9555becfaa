# all: SyntaxError: invalid syntax
# all: Up to the mark Python could read it. Look there and just before it.

Here is the solution:

```python
def full_shared_blocks(prefix_len, block):
    return prefix_len // block
```
