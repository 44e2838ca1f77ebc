"""A lock file, which allows only one process at a time, and private files and folders."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.storage.write_errors import disk_error, is_disk_error
from engine.errors import BadInput


@contextmanager
def lock_file(lock: Path, refusal: str) -> Iterator[None]:
    """Lock a file while the block runs.

    The lock ends with the process, even after SIGKILL.

    Raises:
        BadInput: Another process has the lock, and the message is *refusal*. Or the file cannot be
            created.
        DiskFull: The disk is full or read-only.
    """
    try:
        private_file(lock)
    except OSError as error:
        if is_disk_error(error):
            raise disk_error(lock.parent, error.strerror or str(error)) from error
        raise BadInput(f"{lock.parent} is not writable: {error.strerror}") from error
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadInput(refusal) from error
        yield


def private_file(path: Path) -> Path:
    """Create a file if it is missing, and let only its owner read it."""
    private_folder(path.parent)
    path.touch(mode=0o600)
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return path


def private_folder(folder: Path) -> Path:
    """Create a folder if it is missing, for its owner only. An existing one is not changed."""
    for missing in reversed([f for f in (folder, *folder.parents) if not f.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)
    return folder
