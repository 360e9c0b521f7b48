"""Posts with a picture, for `tests/club/outbox/test_codec.py`."""

DRAWN = {"event"}
