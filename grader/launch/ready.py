"""Ask our own web process whether everything answers."""

from __future__ import annotations

import http.client
import json
from urllib.parse import urlsplit


def what_is_missing(url: str) -> str | None:
    """None when /readyz is content, else its answer, or why there is none."""
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=2.0)
    try:
        connection.request("GET", "/readyz")
        response = connection.getresponse()
        body = response.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return f"the web server does not answer ({error})"
    finally:
        connection.close()
    return None if response.status == 200 else _summary(body)


def _summary(body: str) -> str:
    """One line of the answer's JSON, or of whatever came instead."""
    try:
        return json.dumps(json.loads(body))
    except ValueError:
        return body.strip()[:200]
