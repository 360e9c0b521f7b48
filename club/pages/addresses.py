"""Unguessable addresses of web pages that conceal the ids behind them.

An address is an id sealed with a secret of the database: a tag that only the secret can make, and
the id encrypted under that tag (as in RFC 5297). So addresses are permanent and need no storage.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Literal

from storage.database import key_values
from storage.database.store import Store

Kind = Literal["m", "e", "s", "p", "play"]
"""The first part of a path: a match, an event, a server, a player, or a match to play."""

_FACT = "page_secret"
_TAG = 12
"""Length of a tag in bytes."""

_NUMBER = 8


class Addresses:
    """Encodes and decodes the paths of pages."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def path(self, kind: Kind, *numbers: int) -> str:
        """Return the path of a page: "/m/6nJb…"."""
        plain = b"".join(each.to_bytes(_NUMBER, "big") for each in numbers)
        tag = self._digest(b"tag", kind.encode(), plain)[:_TAG]
        encoded = tag + _xor(plain, self._digest(b"key", kind.encode(), tag))
        return f"/{kind}/{base64.urlsafe_b64encode(encoded).decode().rstrip('=')}"

    def numbers(self, kind: Kind, text: str, count: int = 1) -> Sequence[int] | None:
        """Return the numbers encoded in the last part of a path, or None for any other text."""
        try:
            encoded = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        except ValueError:
            return None
        tag, encrypted = encoded[:_TAG], encoded[_TAG:]
        if len(encrypted) != count * _NUMBER:
            return None
        plain = _xor(encrypted, self._digest(b"key", kind.encode(), tag))
        numbers = [
            int.from_bytes(plain[start : start + _NUMBER], "big")
            for start in range(0, len(plain), _NUMBER)
        ]
        # The whole path is compared, because several texts decode to the same bytes.
        expected, path = self.path(kind, *numbers), f"/{kind}/{text}"
        is_right = hmac.compare_digest(expected.encode(), path.encode())
        return numbers if is_right else None

    def sign(self, *parts: str) -> str:
        """Return a signature of these parts."""
        plain = b"\0".join(part.encode() for part in parts)
        digest = self._digest(b"mark", plain)[:_TAG]
        return base64.urlsafe_b64encode(digest).decode()

    def _digest(self, *parts: bytes) -> bytes:
        return hmac.digest(self._secret, b"\0".join(parts), hashlib.sha256)


async def addresses_of(store: Store) -> Addresses:
    """Return the addresses of a database. The first caller creates its secret."""
    text = await store.reading(lambda tx: key_values.get(tx, _FACT))
    if text is None:
        text = await store.writing(
            lambda tx: key_values.put_first(tx, _FACT, secrets.token_hex(32))
        )
    return Addresses(bytes.fromhex(text))


def _xor(text: bytes, key: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(text, key, strict=False))
