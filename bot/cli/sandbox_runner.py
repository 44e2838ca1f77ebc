"""The sandbox of `whistlestop run` without a token, with the real bot in a child process.

The sandbox stands for Discord, so it is a process of its own. If the bot stops, the sandbox still
has all messages, and a restarted bot finds them unchanged.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, TypeAlias

from bot.config import Settings
from bot.storage.sqlite import file_lock as locks
from engine.errors import BadInput
from sandbox import Sandbox, page
from sandbox.errors import NoEndpoint, UnreadableWorld
from sandbox.world.store import beside

PrintLine: TypeAlias = Callable[[str], None]

START_SECONDS: Final = 30.0
"""After this time the address is printed even if the bot has not connected."""
MAX_BOT_STOP_SECONDS: Final = 10.0
"""How long the bot may take to stop before it is killed."""
MAX_RESTART_SECONDS: Final = 30.0
STABLE_SECONDS: Final = 60.0
"""A bot that ran longer than this is restarted after the shortest delay."""


@dataclass(frozen=True, slots=True)
class SandboxFolder:
    """The folder with all files of a sandbox and its bot."""

    folder: Path

    @property
    def world(self) -> Path:
        """The sandbox's database, with servers, users and messages."""
        return self.folder / "discord.db"

    @property
    def games(self) -> Path:
        """The bot's database."""
        return self.folder / "whistlestop.db"

    @property
    def log(self) -> Path:
        """The bot's log file."""
        return self.folder / "bot.log"

    def clear(self) -> None:
        """Delete all files of the sandbox and its bot. Other files in the folder stay."""
        for path in self._files():
            path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return [path for file in (self.world, self.games, self.log) for path in beside(file)]

    def _restrict_access(self) -> None:
        """Let only the owner read the files, which contain a token, hands and seeds."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        for path in self._files():
            path.chmod(0o600)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the folder, because two sandboxes in one folder would overwrite each other.

        Raises:
            BadInput: Another sandbox uses the folder.
        """
        self._restrict_access()
        refusal = f"{self.folder} is in use by another sandbox; stop it first"
        with locks.lock_file(self.folder / "lock", refusal):
            yield


async def run_sandbox(
    settings: Settings,
    *,
    reset: bool,
    with_bot: bool,
    endpoints: Sequence[str],
    print_line: PrintLine,
) -> None:
    """Run the sandbox, and the bot if wanted, until SIGINT or SIGTERM.

    Raises:
        BadInput: The port is taken, a saved file cannot be read, or an endpoint is on another
            machine.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    home = SandboxFolder(settings.folder / "sandbox")
    with home.lock():
        if reset:
            home.clear()
        sandbox = _open_sandbox(home, settings.sandbox_port)
        _post_to(sandbox, endpoints)
        page.attach(sandbox, welcome=page.prepare(sandbox).welcome)
        await _listen(sandbox, settings.sandbox_port)
        try:
            if with_bot:
                await _run_with_bot(sandbox, home, stop, print_line)
            else:
                settings_text = " ".join(f"{k}={v}" for k, v in sandbox.environment().items())
                print_line(f"Sandbox: {page.address(sandbox)}. Start your bot with {settings_text}")
                await stop.wait()
        finally:
            await sandbox.stop()


def _open_sandbox(home: SandboxFolder, port: int) -> Sandbox:
    try:
        return Sandbox(port=port, file=home.world, remember=False)
    except UnreadableWorld as error:
        raise BadInput(f"{home.world} cannot be read ({error}); --reset deletes it") from error


def _post_to(sandbox: Sandbox, endpoints: Sequence[str]) -> None:
    try:
        sandbox.post_to(*endpoints)
    except NoEndpoint as error:
        raise BadInput(str(error)) from error


async def _listen(sandbox: Sandbox, port: int) -> None:
    try:
        await sandbox.start()
    except OSError as error:
        await sandbox.stop()
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        why = "in use" if error.errno == errno.EADDRINUSE else "not allowed for this user"
        raise BadInput(
            f"port {port} is {why}; set WHISTLESTOP_SANDBOX_PORT to another one"
        ) from error


async def _run_with_bot(
    sandbox: Sandbox, home: SandboxFolder, stop: asyncio.Event, print_line: PrintLine
) -> None:
    own = {"WHISTLESTOP_DB": str(home.games), "WHISTLESTOP_BACKUPS": "off"}
    environment = {**os.environ, **sandbox.environment(), **own}
    home.log.touch(mode=0o600)
    with home.log.open("wb") as log:
        running = asyncio.create_task(_restart_forever(environment, log, home.log, print_line))
        printing = asyncio.create_task(_print_address(sandbox, home, print_line))
        try:
            await stop.wait()
        finally:
            for task in (printing, running):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task


async def _print_address(sandbox: Sandbox, home: SandboxFolder, print_line: PrintLine) -> None:
    """Print the address once the bot is connected, or after 30 seconds without it."""
    late = ""
    try:
        await sandbox.connected(timeout=START_SECONDS)
    except TimeoutError:
        late = f" The bot has not connected yet. Log: {home.log}"
    print_line(f"Open {page.address(sandbox)} on this machine. Ctrl-C stops Whistlestop.{late}")


async def _restart_forever(
    environment: Mapping[str, str], log: IO[bytes], path: Path, print_line: PrintLine
) -> None:
    """Run the bot, and restart it whenever it ends by itself."""
    loop = asyncio.get_running_loop()
    pause = 1.0
    while True:
        began = loop.time()
        code = await _run_once(environment, log)
        pause = 1.0 if loop.time() - began > STABLE_SECONDS else pause
        print_line(f"The bot stopped (exit code {code}). It restarts in {pause:g} s. Log: {path}")
        await asyncio.sleep(pause)
        pause = min(pause * 2, MAX_RESTART_SECONDS)


async def _run_once(environment: Mapping[str, str], log: IO[bytes]) -> int:
    """Run the bot until it ends, and stop it if this task is canceled."""
    bot = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.sandbox_child",
        stdin=asyncio.subprocess.PIPE,  # It ends when this closes, so no bot outlives its sandbox.
        stdout=log,
        stderr=log,
        env=environment,
        start_new_session=True,  # Ctrl-C reaches only this process, which then stops the bot.
        umask=0o077,  # Only the owner may read its files.
    )
    try:
        return await bot.wait()
    finally:
        if bot.returncode is None:
            await _stop_bot(bot)


async def _stop_bot(bot: asyncio.subprocess.Process) -> None:
    bot.terminate()
    try:
        await asyncio.wait_for(bot.wait(), MAX_BOT_STOP_SECONDS)
    except TimeoutError:
        bot.kill()
        await bot.wait()
