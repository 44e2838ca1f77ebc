"""The commands `whistlestop backup`, `restore`, `restored`, `export` and `verify`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final
from uuid import uuid4

import typer

from bot.cli.errors import FAILED, exit_on_errors, print_error
from bot.config import read_settings
from bot.database_url import Location, Server
from bot.ops.exports import export_game, is_public, rules_for
from bot.storage.backup.copies import check_copy, copy_database
from bot.storage.backup.restore import mark_restored
from bot.storage.backup.restore import restore_backup as put_back
from bot.storage.sqlite.file_lock import lock_file
from bot.storage.store import load_postgres, lock_database, open_read_only, open_store
from bot.text.words import Words
from engine.errors import BadInput, FailedProof
from engine.record import GameRecord, Proof, decode_record
from engine.record import verify as prove

MAX_LINE_LENGTH: Final = 300
MAX_RECORD_BYTES: Final = 64 * 1024 * 1024

FORCE = typer.Option("--force", help="Replace the file if it is there.")


def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes.")],
    force: Annotated[bool, FORCE] = False,  # noqa: FBT002  # a flag
) -> None:
    """Copy the database while games go on; the copy is checked."""
    with exit_on_errors():
        database = _database_file()
        _check_target(file, database, force=force)
        with _temporary_copy(file) as copy:
            copy_database(database, copy, file)
            found = check_copy(copy, database)
            copy.replace(file)
    size = file.stat().st_size // 1024
    typer.echo(f"{file}: {size} KiB, checked, {found.open_tables} open tables")


def restore(
    file: Annotated[Path, typer.Argument(help="A copy that `backup` or the bot has made.")],
) -> None:
    """Go back to a copy; the bot must be stopped. What happened since is put aside."""
    with exit_on_errors():
        database = _require_file(read_settings().database)
        lock = database.with_name(f"{database.name}.lock")
        with lock_file(lock, f"{database} is in use by a bot; stop it first"):
            done = put_back(file, database, datetime.now(UTC))
    typer.echo(f"{database}: as it was at {done.copy.last_change or 'its beginning'}")
    typer.echo(f"{done.copy.games} tables, {done.copy.open_tables} of them open; each will say so")
    if done.old_database:
        typer.echo(f"The former database is {done.old_database}")


def restored() -> None:
    """Let every open table say that it was set back: after pg_restore, with the bot stopped."""
    with exit_on_errors():
        place = read_settings().database
        if not isinstance(place, Server):
            raise BadInput(f"{place}: `whistlestop restore FILE` does that by itself")
        tables = asyncio.run(_mark_tables(place))
    typer.echo(f"{tables} open tables; each will say that it was set back")


async def _mark_tables(server: Server) -> int:
    async with lock_database(server, f"{server} is in use by a bot; stop it first"):
        await existing_place(server)
        store = await open_store(server)
        try:
            return await mark_restored(store.database, datetime.now(UTC))
        finally:
            await store.close()


def export(
    game: Annotated[str, typer.Argument(help="The game's id, as its board post shows it.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; else the terminal.")] = None,
    force: Annotated[bool, FORCE] = False,  # noqa: FBT002  # a flag
) -> None:
    """Write a game: whole, with its seed, once it is over; before that only what is public."""
    with exit_on_errors():
        place = read_settings().database
        database = place if isinstance(place, Server) else _database_file()
        if out is not None:
            _check_target(out, database, force=force)
        content = asyncio.run(_export(database, game))
        if out is None:
            sys.stdout.buffer.write(content)
            return
        out.write_bytes(content)
    kind = "what is public of a game that is not over" if is_public(content) else "a whole game"
    typer.echo(f"{out}: {kind}, {len(content) // 1024} KiB")


def verify(file: Annotated[Path, typer.Argument(help="A game that `export` has written.")]) -> None:
    """Play a finished game again from its seed and compare every single event."""
    with exit_on_errors():
        record = _read_record(file)
        rules = rules_for(record.edition, len(record.words))
        try:
            proof = prove(record, rules)
        except FailedProof as error:
            print_error(_truncate(f"{file}: {error}"))
            raise typer.Exit(FAILED) from error
    for line in _report_lines(record, proof):
        typer.echo(line)


def _report_lines(record: GameRecord, proof: Proof) -> list[str]:
    scores = ", ".join(map(str, record.scores))
    undone = f", {proof.undone} steps were taken back" if proof.undone else ""
    end = "" if proof.finished else "; the file ends before the game does"
    words = ", ".join(f"seat {n} {word!r}" for n, word in enumerate(record.words, 1))
    return [
        f"Game {record.game}, {record.edition}, {len(record.words)} seats.",
        f"All {proof.shuffles} shuffles follow from the seed and the words of the seats.",
        f"All {proof.events} events follow from {proof.actions} actions by the rules{undone}.",
        f"The scores are right: {scores}{end}.",
        "Compare with what was posted in the channel:",
        f"  hash  {record.commitment}",
        f"  words {words}",
        f"  seed  {record.seed}",
        "What that means: " + Words.of("en").say("fair-means"),
    ]


def _read_record(file: Path) -> GameRecord:
    if file.is_file() and file.stat().st_size > MAX_RECORD_BYTES:
        raise BadInput(f"{file}: too large for a recorded game")
    content = file.read_bytes()
    if is_public(content):
        raise BadInput(f"{file}: this game was not over when it was exported; nothing to prove yet")
    try:
        return decode_record(content)
    except RecursionError as error:
        raise BadInput(f"{file}: not a recorded game") from error


def _truncate(line: str) -> str:
    return line if len(line) <= MAX_LINE_LENGTH else line[: MAX_LINE_LENGTH - 1] + "…"


def _check_target(file: Path, place: Location, *, force: bool) -> None:
    ours = (
        ()
        if isinstance(place, Server)
        else (place.with_name(place.name + e) for e in _FILE_SUFFIXES)
    )
    if file.resolve() in {path.resolve() for path in ours}:
        raise BadInput(f"{file} is the database itself")
    if file.is_dir():
        raise BadInput(f"{file} is a folder; name a file")
    if file.exists() and not file.is_file():
        raise BadInput(f"{file} is no ordinary file")
    if not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent}")
    if file.exists() and not force:
        raise BadInput(f"{file} is there already; --force replaces it")


_FILE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal")


async def existing_place(place: Location) -> Location:
    """Return the place of the database, without creating one.

    Raises:
        BadInput, StoreError: There is no database.
    """
    if isinstance(place, Server):
        load_postgres()
        from bot.storage.postgres.check import check_has_tables

        await check_has_tables(place)
        return place
    return _existing_file(place)


def _database_file() -> Path:
    """Return the existing database file, without creating one.

    Raises:
        BadInput: There is no database, or it is on a server.
    """
    return _existing_file(_require_file(read_settings().database))


def _existing_file(database: Path) -> Path:
    if database.is_dir():
        raise BadInput(f"{database} is a folder; WHISTLESTOP_DB names a file")
    if not database.is_file():
        raise BadInput(f"there is no database {database}; WHISTLESTOP_DB names it")
    return database


def _require_file(place: Location) -> Path:
    if isinstance(place, Server):
        raise BadInput(
            f"{place} is copied with pg_dump and put back with pg_restore and"
            " `whistlestop restored`, see docs/postgresql.md"
        )
    return place


async def _export(place: Location, game: str) -> bytes:
    """Return the export of a game, without migrating a database that a bot may be using."""
    if isinstance(place, Server):
        async with open_read_only(place) as store:
            return await export_game(store, game)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        copy = Path(folder) / "copy.db"
        copy_database(place, copy, place.parent)
        store = await open_store(copy)
        try:
            return await export_game(store, game)
        finally:
            await store.close()


@contextmanager
def _temporary_copy(file: Path) -> Iterator[Path]:
    """Yield a temporary path beside *file*, and delete leftover files there afterwards.

    Raises:
        OSError: The temporary file cannot be used. The error names *file*, which the user knows.
    """
    copy = file.with_name(f".whistlestop-{uuid4().hex}.part")
    try:
        yield copy
    except OSError as error:
        if error.filename not in (None, str(copy)):
            raise
        raise OSError(error.errno, error.strerror, str(file)) from error
    finally:
        for ending in _FILE_SUFFIXES:
            copy.with_name(copy.name + ending).unlink(missing_ok=True)
