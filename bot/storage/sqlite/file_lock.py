"""A lock beside a file: only one program at a time."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.storage.write_errors import disk_trouble, is_disk_trouble
from engine.errors import BadInput


@contextmanager
def hold_file(lock: Path, refusal: str) -> Iterator[None]:
    """Hold it while the block runs; it goes with the program, even one killed by -9.

    Raises:
        BadInput: Somebody else holds it; the message is *refusal*. Or it cannot be made.
        DiskTrouble: The disk is full or read-only.
    """
    try:
        private_file(lock)
    except OSError as error:
        if is_disk_trouble(error):
            raise disk_trouble(lock.parent, error.strerror or str(error)) from error
        raise BadInput(f"{lock.parent} cannot be written to: {error.strerror}") from error
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadInput(refusal) from error
        yield


def private_file(path: Path) -> Path:
    """A file, made if it is missing, that nobody but its owner may read."""
    private_folder(path.parent)
    path.touch(mode=0o600)
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return path


def private_folder(folder: Path) -> Path:
    """A folder, which is nobody else's business if we make it."""
    for missing in reversed([f for f in (folder, *folder.parents) if not f.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)
    return folder
