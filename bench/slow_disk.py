"""A slow disk, as rented machines have: each flush takes 1 ms longer.

The commits that a file allows depend on the flush, which takes 0.1 ms on some disks and 10 ms on
others. To get the same result everywhere, the measured code runs in a process of its own in which
every flush is delayed. The processes it starts are delayed too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

DELAY_MICROSECONDS: Final = 1000
COMPILER: Final = shutil.which("cc")
SOURCE: Final = f"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

static int then_wait(const char *name, int file) {{
    int (*flush)(int) = dlsym(RTLD_NEXT, name);
    int result = flush(file);
    usleep({DELAY_MICROSECONDS});
    return result;
}}

int fsync(int file) {{ return then_wait("fsync", file); }}
int fdatasync(int file) {{ return then_wait("fdatasync", file); }}
"""


def is_possible() -> bool:
    """Return whether flushes can be delayed, which needs Linux and a C compiler."""
    return sys.platform == "linux" and COMPILER is not None


def run(program: str, folder: Path) -> bytes:
    """Run a Python program with delayed flushes, and return its output.

    *folder* is for temporary files.
    """
    source, library = folder / "slow.c", folder / "slow.so"
    # A server started by root runs as another user, who must be able to read the library.
    folder.chmod(0o755)
    source.write_text(SOURCE, encoding="ascii")
    compiler = COMPILER or "cc"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)  # noqa: S603  # fixed arguments
    done = subprocess.run(  # noqa: S603  # fixed arguments
        [sys.executable, "-c", program],
        env=os.environ | {"LD_PRELOAD": str(library)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout
