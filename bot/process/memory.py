"""Settings that return unused memory to the system."""

from __future__ import annotations

import contextlib
import ctypes
import gc

from PIL import Image

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of glibc's `mallopt`, without their prefix `M_`."""

_LARGE_BLOCK = 256 * 1024
"""Size in bytes from which freed blocks are returned to the system immediately."""

_ARENAS = 2

_PICTURES = 2
"""Number of blocks that Pillow keeps: the copy of a board, and its version with a palette."""


def limit_memory() -> None:
    """Make glibc return freed memory to the system. Other C libraries are left alone.

    Pictures take many megabytes in several threads. By default, glibc reacts to the first freed
    picture by keeping all later ones per thread, which was most of the process's memory.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, _LARGE_BLOCK)
        library.mallopt(_TRIM_THRESHOLD, _LARGE_BLOCK)
        library.mallopt(_ARENA_MAX, _ARENAS)
    # Allocating each picture from the system would take a fifth of the time to draw it.
    Image.core.set_blocks_max(_PICTURES)


def freeze_garbage_collection() -> None:
    """Exclude all current objects, such as modules and commands, from garbage collection.

    A full collection would otherwise block the process for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
