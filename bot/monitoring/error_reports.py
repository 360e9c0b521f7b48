"""Reporting errors to Sentry, where the settings name one: which error, where in the program, and
nothing about people.

An exception's words may hold whatever was being done: names, ids, the values of a statement. So
they are left out, and with them the values of variables, what was logged before, and everything
that Sentry would find out about the machine.
"""

from __future__ import annotations

import logging
from typing import Any

KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release", "sdk", "exception")
"""What of a report is sent at all."""

KEPT_OF_FRAME = ("filename", "module", "function", "lineno", "in_app")


class ReportsMissing(Exception):
    """The library is not installed; `words` tell how to."""

    words = 'SENTRY_DSN needs the Sentry library: pip install "stairwell[sentry]".'


def report_errors(address: str, version: str) -> None:
    """Report whatever is logged as an error from now on.

    :param address: the DSN of a Sentry project.
    :raises ReportsMissing:
    """
    try:
        import sentry_sdk
        from sentry_sdk.integrations.logging import LoggingIntegration
    except ModuleNotFoundError as error:
        raise ReportsMissing(ReportsMissing.words) from error
    sentry_sdk.init(
        dsn=address,
        release=f"stairwell@{version}",
        before_send=told,
        before_send_transaction=lambda event, hint: None,
        default_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        server_name="",
    )


def told(event: Any, hint: Any) -> Any:
    """What is sent of a report; what was logged is told by its pattern, without its values."""
    kept = {key: event[key] for key in KEPT if key in event}
    record = hint.get("log_record")
    if record is not None and "exception" not in event:
        kept["message"] = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
    values = (event.get("exception") or {}).get("values") or []
    if values:
        kept["exception"] = {"values": [_without_words(each) for each in values]}
    return kept


def _without_words(exception: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {key: exception.get(key) for key in ("type", "module")}
    frames = (exception.get("stacktrace") or {}).get("frames") or []
    kept["stacktrace"] = {
        "frames": [{key: each.get(key) for key in KEPT_OF_FRAME} for each in frames]
    }
    return kept
