"""A disk as rented machines have it: each flush takes a millisecond longer than it does here.

How many commits a file carries is a matter of the flush, which takes 0.1 ms on some disks and 10 on
others. So that a measurement says the same everywhere, what is measured runs in a process of its
own in which every flush is held up, and so is whatever that process starts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HELD_UP: Final = 1000
"""Microseconds."""
COMPILER: Final = shutil.which("cc")
SOURCE: Final = f"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

static int then_wait(const char *name, int file) {{
    int (*flush)(int) = dlsym(RTLD_NEXT, name);
    int result = flush(file);
    usleep({HELD_UP});
    return result;
}}

int fsync(int file) {{ return then_wait("fsync", file); }}
int fdatasync(int file) {{ return then_wait("fdatasync", file); }}
"""


def is_possible() -> bool:
    """Whether flushes can be held up here: that takes Linux and a C compiler."""
    return sys.platform == "linux" and COMPILER is not None


def run(program: str, folder: Path) -> bytes:
    """What a Python program prints that runs on such a disk; *folder* is for what that takes."""
    source, library = folder / "slow.c", folder / "slow.so"
    folder.chmod(0o755)  # a server that root starts runs as somebody else, who must find it too
    source.write_text(SOURCE, encoding="ascii")
    compiler = COMPILER or "cc"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)  # noqa: S603  # ours
    done = subprocess.run(  # noqa: S603  # the same
        [sys.executable, "-c", program],
        env=os.environ | {"LD_PRELOAD": str(library)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout
