"""A lock on an open file that dies with its process, so that a crash never leaves one behind."""

from __future__ import annotations

import errno
import sys

# Whether a file that is open can be moved, and removed, like any other.
OPEN_FILES_MOVE = sys.platform != "win32"

if sys.platform == "win32":
    import msvcrt

    def try_lock(descriptor: int) -> bool:
        """Return whether this process now holds the lock; False while another one does, `OSError` for other causes."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EDEADLK):
                return False
            raise
        return True

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Return whether this process now holds the lock; False while another one does, `OSError` for other causes."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
