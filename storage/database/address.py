"""Addresses of databases: reading them, and what of them may be shown."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.database.transaction import UnsupportedDatabase

_FOR_THE_DRIVER = frozenset(
    {
        *("application_name", "dbname", "host", "krbsrvname", "options", "passfile", "password"),
        *("port", "service", "ssl_max_protocol_version", "ssl_min_protocol_version", "sslcert"),
        *("sslcrl", "sslkey", "sslmode", "sslnegotiation", "sslpassword", "sslrootcert"),
        *("target_session_attrs", "user"),
    }
)
"""The parameters of libpq that the driver understands."""

_LEFT_OUT = frozenset(
    {
        *("connect_timeout", "fallback_application_name", "keepalives", "keepalives_count"),
        *("keepalives_idle", "keepalives_interval", "sslcompression", "sslsni"),
        "tcp_user_timeout",
    }
)
"""The parameters of libpq that change nothing here."""

_PREFERENCES: Mapping[str, tuple[str, ...]] = {
    "channel_binding": ("disable", "prefer"),
    "client_encoding": ("auto", "utf8"),
    "gssencmode": ("disable", "prefer"),
}
"""The parameters of libpq that change nothing with these values. Others can't be fulfilled."""

_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


def read_address(database_url: str) -> URL:
    """Parse the address of a database.

    :raises UnsupportedDatabase: if it isn't one. The message doesn't quote it, because it may
        contain a password.
    """
    try:
        url = make_url(database_url)
    except (ArgumentError, ValueError):
        # The cause contains the address with the password.
        raise UnsupportedDatabase(
            "The address of the database can't be read. "
            "Write it like sqlite:///stairwell.db or postgresql://user:password@host/name."
        ) from None
    if url.get_backend_name() != "sqlite" and database_url.count("@") > 1:
        # Half of the password would count as the name of the server, which messages contain.
        raise UnsupportedDatabase(
            "The address of the database has more than one @. "
            "In a password, write @ as %40, / as %2F and : as %3A."
        )
    return url


def driver_address(url: URL) -> str:
    """Return the address of a PostgreSQL database as its driver expects it, with the password.

    :raises UnsupportedDatabase: if it has a parameter that can't be used.
    """
    query: dict[str, str] = {}
    for name, value in url.query.items():
        text = value if isinstance(value, str) else ",".join(value)
        if name == "ssl":
            name, text = "sslmode", "require" if text in ("1", "true") else text
        if name in _FOR_THE_DRIVER:
            query[name] = text
        elif name not in _LEFT_OUT and text.lower() not in _PREFERENCES.get(name, ()):
            shown = f"{name}={text}" if name in _PREFERENCES else name
            raise UnsupportedDatabase(
                f"Stairwell can't use the parameter {shown} in the address of the database. "
                "Leave it out."
            )
    if query.get("sslmode", "prefer") not in _SSL_MODES:
        raise UnsupportedDatabase(
            f"In the address of the database, sslmode is one of {', '.join(_SSL_MODES)}."
        )
    plain = url.set(drivername="postgresql", query=query)
    return plain.render_as_string(hide_password=False)


def public_address(url: URL) -> str:
    """Return the address without secrets, which parameters may contain too."""
    return url.set(query={}).render_as_string(hide_password=True)
