"""Giving back to the system what is no longer used."""

from __future__ import annotations

import contextlib
import ctypes
import gc

from PIL import Image

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""What glibc's `mallopt` calls them; its own names begin with `M_`."""

_LARGE = 256 * 1024
"""Bytes from which on a block is the system's again as soon as it is freed."""

_ARENAS = 2

_PICTURES = 2
"""Blocks that Pillow keeps for the next picture: what it copies a board to, and what it makes of
that in a few colours."""


def keep_little() -> None:
    """Let the C library keep little of the memory that is freed.

    What is drawn is drawn on pictures of many megabytes, in several threads. glibc takes the first
    that is freed for a sign that such blocks come and go, and keeps all later ones, by thread: most
    of what the process held were pictures that nobody needed any more. Where there is another C
    library nothing happens.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.mallopt(_TRIM_THRESHOLD, _LARGE)
        library.mallopt(_ARENA_MAX, _ARENAS)
    # Where the system gives and takes each picture anew, that takes a fifth of drawing it.
    Image.core.set_blocks_max(_PICTURES)


def leave_what_lasts() -> None:
    """Have the search for garbage pass over all that there is by now: modules, commands, caches.

    It would take a tenth of a second each time, in which nothing else is done.
    """
    gc.collect()
    gc.freeze()
