"""Give freed memory back to the operating system."""

import ctypes
import ctypes.util
import gc

__all__ = ["release_freed_memory"]


def release_freed_memory() -> None:
    """Return freed blocks of the C heap to the operating system, if the C library can (glibc).

    glibc otherwise keeps large freed blocks, so the process would stay at its peak size after loading.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(ctypes.util.find_library("c")), "malloc_trim", None)
    if trim is not None:
        trim(0)
