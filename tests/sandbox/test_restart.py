"""A bot that is killed and comes back; a sandbox that is stopped and comes back."""

import asyncio
import os
import sqlite3
import stat
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sandbox import NotPossible, Sandbox
from sandbox.world.store import Store
from tests.sandbox.scenario import running_scenario

ROBOT = Path(__file__).with_name("robot.py")


@asynccontextmanager
async def robot_process(sandbox: Sandbox) -> AsyncIterator[asyncio.subprocess.Process]:
    """The robot as a process; killed without mercy at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(ROBOT), env=os.environ | sandbox.environment()
    )
    try:
        await sandbox.connected()
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


class TestKill:
    """kill -9 at any moment."""

    async def test_old_buttons_work_after_a_kill(self) -> None:
        async with Sandbox(paced=False) as sandbox:
            club = sandbox.club("Railway club")
            channel = club.channel("hall")
            guest = sandbox.person("Guest 1", club)
            async with robot_process(sandbox) as process:
                await guest.slash(channel, "start")
                await guest.press(guest.last(channel), "Add")
                asked = await guest.press(guest.last(channel), "Ask")
                waiting = guest.begin_press(guest.last(channel), "Hang")
                await waiting.until(lambda: waiting.stage == "deferred", 5)
                process.kill()
                await sandbox.disconnected()
            before = guest.last(channel)

            async with robot_process(sandbox):
                after = await guest.press(before, "Add")
                said = await guest.submit(asked, {"Word": "hello"})

            assert before.text == "count 1"
            assert after.text == "count 2"
            assert after.message.files[0].content[-1] == 2
            assert after.message.alt_texts == ["2 cards"]
            assert said.text == "you said hello"


class TestFile:
    """State in a file outlives the sandbox."""

    async def test_a_slow_write_does_not_bring_back_what_is_gone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun, released, write = threading.Event(), threading.Event(), Store._write

        def slow(store: Store, changes: list[tuple[str, int, bytes | None]]) -> None:
            if threading.current_thread() is not threading.main_thread():
                begun.set()
                released.wait(20)
            write(store, changes)

        monkeypatch.setattr(Store, "_write", slow)
        file = tmp_path / "sandbox.db"
        async with Sandbox(paced=False, file=file) as sandbox:
            club = sandbox.club("Railway club")
            channel = club.channel("hall")
            guest = sandbox.person("Guest 1", club)
            said = guest.say(channel, "to be deleted")
            await asyncio.to_thread(begun.wait, 20)
            channel.delete_message(said.id)
            asyncio.get_running_loop().call_later(0.2, released.set)

        again = Sandbox(paced=False, file=file)
        assert (
            next(p for p in again.people() if p.id == guest.id).sees(again.place(channel.id)) == []
        )

    async def test_everything_but_ephemeral_messages_is_kept(self, tmp_path: Path) -> None:
        file = tmp_path / "deep" / "sandbox.db"
        async with Sandbox(paced=False, file=file) as sandbox:
            club = sandbox.club("Railway club")
            channel = club.channel("hall", topic="games")
            thread = channel.thread("table 1", club.guild.owner_id)
            guest = sandbox.person("Guest 1", club, locale="de")
            guest.close_dms()
            gone = guest.say(channel, "to be deleted")
            async with robot_process(sandbox):
                await guest.slash(channel, "start")
                await guest.press(guest.last(channel), "Add")
                asked = await guest.press(guest.last(channel), "Ask")
                await guest.submit(asked, {"Word": "secret"})
            channel.delete_message(gone.id)
            await asyncio.sleep(0.3)
            token, seen = sandbox.token, guest.sees(channel)

        async with Sandbox(paced=False, file=file) as sandbox:
            (club,) = sandbox.clubs()
            person = next(p for p in sandbox.people() if p.user.display == "Guest 1")
            channel, kept_thread = (sandbox.place(p.id) for p in (channel, thread))
            kept = person.sees(channel)

            assert sandbox.token == token
            assert (person.user.locale, person.user.dms_open) == ("de", False)
            assert (channel.channel.topic, kept_thread.name) == ("games", "table 1")
            assert [m.text for m in kept] == [m.text for m in seen if not m.ephemeral]
            assert kept[-1].files == next(m for m in seen if m.id == kept[-1].id).files
            assert "count 1" in person.shown
            assert person.commands(channel) == ["start"]
            with pytest.raises(NotPossible):
                await person.press(gone, "Add")
            newest = person.say(channel, "hello again")
            assert newest.id > max(message.id for message in seen)
            async with robot_process(sandbox):
                answer = await person.press(kept[-1], "Add")
            assert answer.text == "count 2"

    async def test_nobody_else_can_read_the_token(self, tmp_path: Path) -> None:
        """The file is private from its first byte on, and again if it was not."""
        file = tmp_path / "new" / "sandbox.db"
        before = os.umask(0o022)
        try:
            for _ in range(2):
                async with Sandbox(paced=False, file=file) as sandbox:
                    sandbox.club("Railway club")
                    await asyncio.sleep(0.3)
                    left = sqlite3.connect(file)  # while it is open, there is more than one file
                    left.execute("SELECT count(*) FROM record").fetchone()
                    rights = {p.name: stat.S_IMODE(p.stat().st_mode) for p in file.parent.iterdir()}
                    left.close()

                    assert {"sandbox.db", "sandbox.db-wal", "sandbox.db-shm"} == set(rights)
                    assert set(rights.values()) == {0o600}
                assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
                file.chmod(0o644)
        finally:
            os.umask(before)

    async def test_a_killed_sandbox_has_written_what_was_there(self, tmp_path: Path) -> None:
        """What changed more than a moment ago is in the file, without a proper end."""
        file = tmp_path / "sandbox.db"
        sandbox = Sandbox(paced=False, file=file)
        await sandbox.start()
        club = sandbox.club("Railway club")
        channel = club.channel("hall")
        sandbox.person("Guest 1", club).say(channel, "written")
        await asyncio.sleep(0.4)

        again = Sandbox(paced=False, file=file)

        assert [m.content for m in again.core.world.messages[channel.id].values()] == ["written"]
        await sandbox.stop()


async def test_a_session_of_a_killed_bot_does_not_disturb_the_next() -> None:
    async with running_scenario() as scenario:
        await scenario.start()
        scenario.faults.cut_gateway()
        await scenario.stop()

        assert scenario.sandbox.core.gateway.connected() == []
