# all: SyntaxError: invalid syntax
# all: That is not Python. A function begins with `def name(…):`.

int full_shared_blocks(int prefix_len, int block) {
    return prefix_len / block;
}
