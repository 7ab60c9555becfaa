"""Grades one source against one pack version. Knows no Celery and no database.

The worker, the commands and the benchmarks all call it. What they need of the sandbox itself is
offered in `box`, so that nobody else has to import the sandbox.
"""
