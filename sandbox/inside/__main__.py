"""Start the supervisor: `python3 -S -s -P -B /grader` runs this file as PID 1 of the container."""

import sys

from sandbox.inside.supervisor import main

sys.path.remove(sys.path[0])  # our own folder: a learner's import finds the standard library alone
main()
