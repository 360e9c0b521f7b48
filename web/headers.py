"""Response headers, content types and the messages of streams."""

from __future__ import annotations

HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
STYLE = "text/css; charset=utf-8"
SCRIPT = "text/javascript; charset=utf-8"
JSON = "application/json"
DRAWING = "image/svg+xml"
STREAM = "text/event-stream"

SECURITY = {
    "Server": "Stairwell",
    "X-Content-Type-Options": "nosniff",
    # Addresses aren't sent to other sites. `no-referrer` would also hide the origin of our forms,
    # which is all that browsers without `Sec-Fetch-Site` send.
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every response."""

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
NO_STORE = "no-store"
PRIVATE_IMMUTABLE = "private, max-age=31536000, immutable"
"""Cache-Control values: immutable, revalidated each time, never stored, or immutable and
private to the visitor."""

KEEP_ALIVE = ": here\n\n"


def download(filename: str) -> str:
    """Return the Content-Disposition of a download."""
    return f'attachment; filename="{filename}"'


def message(version: int) -> str:
    """Return a stream's message about a version."""
    return f"data: {version}\n\n"
