"""HTML for people. A page is a function, a frozen context and a template; it decides no rule of the
course, reads through the store's `access`, writes through `actions`, and needs no script."""
