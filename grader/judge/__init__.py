"""Grades one source against one pack version. Knows no Celery and no database.

The worker, the commands and the benchmarks all call it. Names of the sandbox that its callers
need are offered here, so that nobody else imports the sandbox.
"""

from sandbox.outside.sandbox import Sandbox, SandboxUnavailable, Stopped

__all__ = ["Sandbox", "SandboxUnavailable", "Stopped"]
