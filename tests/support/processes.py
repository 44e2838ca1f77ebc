"""Real processes: started, watched, and ended by their own id."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from sandbox.sandbox import Sandbox
from tests.support.emoji import put_emoji
from tests.support.timeouts import TEST_TIMEOUT_SECONDS

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def clean_environment(**given: str) -> dict[str, str]:
    """The environment without anything of ours, and these."""
    ours = ("DISCORD_", "WHISTLESTOP_")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    return kept | {"PYTHONPATH": str(ROOT)} | given


def whistlestop_command(*words: str) -> list[str]:
    """`whistlestop ...`, of this source tree."""
    return [sys.executable, "-m", "bot.cli.main", *words]


@asynccontextmanager
async def prepared_sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox in which a bot has been before, and which keeps nobody waiting."""
    async with Sandbox(paced=False, first_response=TEST_TIMEOUT_SECONDS) as sandbox:
        put_emoji(sandbox)
        yield sandbox


class RunningProcess:
    """A process whose output goes to a file."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process = process
        self.output = output

    @property
    def text(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def wait_until(self, true: Callable[[], object], timeout: float = TEST_TIMEOUT_SECONDS) -> None:
        """Wait until something is true; the output is the message if it never is."""
        end = time.monotonic() + timeout
        while not true():
            assert time.monotonic() < end, self.text
            time.sleep(0.05)

    def wait_for_output(self, words: str) -> None:
        self.wait_until(lambda: words in self.text or self.process.poll() is not None)
        assert words in self.text

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(TEST_TIMEOUT_SECONDS)

    def children(self) -> list[int]:
        pid = self.process.pid
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return [int(child) for child in listed.split()]


@contextmanager
def start_process(
    words: list[str], folder: Path, environment: Mapping[str, str]
) -> Iterator[RunningProcess]:
    """Start a process in a folder; it is ended with the block."""
    output = folder / f"output-{time.monotonic_ns()}.txt"
    with output.open("wb") as file:
        process = subprocess.Popen(  # noqa: S603  # our own commands
            words,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        yield RunningProcess(process, output)
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def run_once(words: list[str], folder: Path, **given: str) -> tuple[int, str]:
    """Run a command to its end: its code and everything it said."""
    done = subprocess.run(  # noqa: S603  # our own commands
        words,
        cwd=folder,
        env=clean_environment(**given),
        capture_output=True,
        text=True,
        timeout=TEST_TIMEOUT_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def run_and_kill(program: str, *words: str, after: float) -> None:
    """Run a program of ours that prints a line when it begins; kill it so many seconds later."""
    process = subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        env=clean_environment(),
        cwd=ROOT,
    )
    assert process.stdout
    process.stdout.readline()
    time.sleep(after)
    process.kill()
    process.wait()
    process.stdout.close()


def fetch(address: str) -> tuple[int, str]:
    """The status and the text at an address; 0 if nobody listens."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310  # our own
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()
    except (urllib.error.URLError, OSError):
        return 0, ""


async def wait_for_status(address: str, status: int, timeout: float = TEST_TIMEOUT_SECONDS) -> str:
    """Wait for a status, without standing in the way of what runs in this loop."""
    async with asyncio.timeout(timeout):
        while True:
            found, text = await asyncio.to_thread(fetch, address)
            if found == status:
                return text
            await asyncio.sleep(0.1)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that is dead and not yet collected does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"
