"""What `grader pack serve` is made of: the service itself, in one process and a passing folder.

    watch.py    looks at the pack's folder, and says when a saved change has come to rest
    stage.py    a course with the pack in it: each change is published and shown at once
    proving.py  what the solution answers, found out beside the page, and the promises of the pack
    grading.py  the worker's own functions, on threads
    desk.py     puts these together: what was saved, to what its author is shown
    board.py    what the author's page says, with a number that grows
    door.py     the way in: his page around the learners' one, from this machine only
    page.*      his page: a bar of his own, and the real lesson page in a frame

Pages, templates, judge and store are the ones that learners meet; nothing is rendered a second way.
"""
