"""`python -m grader.cli`: how `grader up` starts its children, wherever the script lies."""

from grader.cli import main

main()
