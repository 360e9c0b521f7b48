"""Optional error reports to Sentry: the kind of error and its traceback, nothing about people.

An exception's message may contain names, ids or the values of a statement, so it is left out. The
same goes for the values of variables, earlier log lines and everything that Sentry collects about
the machine.
"""

from __future__ import annotations

import logging
from typing import Any

FIELDS = ("event_id", "timestamp", "level", "logger", "platform", "release", "sdk", "exception")
"""The fields of a report that are sent."""

FRAME_FIELDS = ("filename", "module", "function", "lineno", "in_app")


class ReportsImpossible(Exception):
    """The Sentry library is missing, or the address is none. `words` explains what to do."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def report_errors(address: str, version: str) -> None:
    """Report everything logged as an error from now on.

    :param address: the DSN of a Sentry project.
    :raises ReportsImpossible: if the library is missing or the address is invalid.
    """
    try:
        import sentry_sdk
        from sentry_sdk.integrations.logging import LoggingIntegration
        from sentry_sdk.utils import BadDsn, Dsn
    except ModuleNotFoundError as error:
        words = "SENTRY_DSN needs the Sentry library. Install it with: stairwell add sentry"
        raise ReportsImpossible(words) from error
    try:
        Dsn(address)
    except BadDsn:
        # Its words may contain the key.
        words = "SENTRY_DSN isn't the address of a project: https://key@host/number."
        raise ReportsImpossible(words) from None
    sentry_sdk.init(
        dsn=address,
        release=f"stairwell@{version}",
        before_send=redact,
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


def redact(event: Any, hint: Any) -> Any:
    """Return the part of a report that is sent. A log line is its pattern, without values."""
    report = {key: event[key] for key in FIELDS if key in event}
    record = hint.get("log_record")
    if record is not None and "exception" not in event:
        report["message"] = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
    values = (event.get("exception") or {}).get("values") or []
    if values:
        report["exception"] = {"values": [_without_message(each) for each in values]}
    return report


def _without_message(exception: dict[str, Any]) -> dict[str, Any]:
    report: dict[str, Any] = {key: exception.get(key) for key in ("type", "module")}
    frames = (exception.get("stacktrace") or {}).get("frames") or []
    report["stacktrace"] = {
        "frames": [{key: each.get(key) for key in FRAME_FIELDS} for each in frames]
    }
    return report
