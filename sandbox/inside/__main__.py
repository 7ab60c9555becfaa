"""Starts the supervisor: `python3 -S -s -P -B /grader` runs this file as PID 1 of the container."""

from sandbox.inside.supervisor import main

main()
