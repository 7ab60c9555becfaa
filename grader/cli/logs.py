"""One log for everything in a process: ours, uvicorn's, Celery's. Events and fields, no prose.

To standard error; coloured on a terminal, else one line of key=value pairs per event.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence

import structlog
from structlog.typing import Processor

# Their INFO tells of every message and every request; ours tells what came of it.
QUIET = ("celery", "kombu", "uvicorn", "alembic", "httpx2", "httpcore2", "docker", "urllib3")


def set_up(level: str) -> None:
    shared: Sequence[Processor] = (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _renderer()],
            foreign_pre_chain=shared,
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _renderer() -> Processor:
    if sys.stderr.isatty():
        return structlog.dev.ConsoleRenderer()
    return structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
