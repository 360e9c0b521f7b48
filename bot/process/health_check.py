"""Asking the running bot for its health, with the standard library only.

A container runs `python -m bot.process.health_check` every 30 seconds, so it has to be cheap.
"""

from __future__ import annotations

import json
import os
import socket
import sys

WITHIN = 5.0
"""Seconds to wait for an answer."""


def problems_at(host: str, port: int, within: float = WITHIN) -> list[str]:
    """Return the problems that the bot reports on its monitoring port, or why it doesn't."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    try:
        with socket.create_connection((host, port), within) as connection:
            # With HTTP/1.0, the bot closes the connection after its response.
            connection.sendall(f"GET /healthz HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
            response = b"".join(iter(lambda: connection.recv(65536), b""))
        report = json.loads(response.partition(b"\r\n\r\n")[2])
        return [problem["words"] for problem in report["problems"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"No answer at {host}, port {port}: {error}"]


def main() -> int:
    """Print the problems of the bot with the monitoring port in the environment."""
    problems = problems_at(
        os.environ.get("MONITOR_HOST") or "127.0.0.1", int(os.environ["MONITOR_PORT"])
    )
    print("\n".join(problems) or "Healthy.")
    return min(1, len(problems))


if __name__ == "__main__":
    sys.exit(main())
