"""The commands `whistlestop backup`, `restore`, `announce-restore`, `export` and `verify`."""

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
from bot.cli.progress import show_status
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

GAME = typer.Argument(metavar="GAME", help="ID of the game, from /verify or `whistlestop games`.")
FORCE = typer.Option("--force", help="Overwrite an existing file.")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write the backup to.")],
    force: Annotated[bool, FORCE] = False,  # noqa: FBT002  # a flag
) -> None:
    """Back up the database (safe while running) and verify it."""
    with exit_on_errors():
        database = _database_file()
        _check_target(file, database, force=force)
        with _temporary_copy(file) as copy:
            with show_status("Copying the database"):
                copy_database(database, copy, file)
            with show_status("Verifying the backup"):
                found = check_copy(copy, database)
            copy.replace(file)
    size = file.stat().st_size // 1024
    typer.echo(f"{file}: {size} KiB, verified, {found.open_tables} open tables")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Backup to restore.")],
) -> None:
    """Restore a backup. Stop the bot first. The current database is kept."""
    with exit_on_errors():
        database = _require_file(read_settings().database)
        lock = database.with_name(f"{database.name}.lock")
        with (
            lock_file(lock, f"{database} is in use by a bot; stop it first"),
            show_status("Verifying and restoring the backup"),
        ):
            done = put_back(file, database, datetime.now(UTC))
    typer.echo(f"{database}: restored to {done.copy.last_change or 'an empty database'}")
    typer.echo(f"{done.copy.games} tables; the {done.copy.open_tables} open ones will announce it")
    if done.old_database:
        typer.echo(f"The previous database is now {done.old_database}")


def announce_restore() -> None:
    """Notify all open tables after pg_restore. Stop the bot first."""
    with exit_on_errors():
        place = read_settings().database
        if not isinstance(place, Server):
            raise BadInput(
                f"{place} is a file; use `whistlestop restore FILE`, which also does this"
            )
        with show_status("Marking open tables"):
            tables = asyncio.run(_mark_tables(place))
    typer.echo(f"{tables} open tables will announce the restore")


async def _mark_tables(server: Server) -> int:
    async with lock_database(server, f"{server} is in use by a bot; stop it first"):
        await existing_place(server)
        store = await open_store(server)
        try:
            return await mark_restored(store.database, datetime.now(UTC))
        finally:
            await store.close()


def export(
    game: Annotated[str, GAME],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to write. Default: standard output.")
    ] = None,
    force: Annotated[bool, FORCE] = False,  # noqa: FBT002  # a flag
) -> None:
    """Export a game as JSON (public data only while it's running)."""
    with exit_on_errors():
        place = read_settings().database
        database = place if isinstance(place, Server) else _database_file()
        if out is not None:
            _check_target(out, database, force=force)
        with show_status("Reading the game"):
            content = asyncio.run(_export(database, game))
        if out is None:
            sys.stdout.buffer.write(content)
            return
        out.write_bytes(content)
    kind = "public data of a running game" if is_public(content) else "a finished game"
    typer.echo(f"{out}: {kind}, {len(content) // 1024} KiB")


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="File written by `whistlestop export`.")
    ],
) -> None:
    """Replay an exported game and check every event."""
    with exit_on_errors():
        record = _read_record(file)
        rules = rules_for(record.edition, len(record.words))
        try:
            with show_status("Replaying the game"):
                proof = prove(record, rules)
        except FailedProof as error:
            print_error(_truncate(f"{file}: {error}"))
            raise typer.Exit(FAILED) from error
    for line in _report_lines(record, proof):
        typer.echo(line)


def _report_lines(record: GameRecord, proof: Proof) -> list[str]:
    scores = ", ".join(map(str, record.scores))
    undone = f", {proof.undone} moves were undone" if proof.undone else ""
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
        raise BadInput(f"{file}: too large for an exported game")
    content = file.read_bytes()
    if is_public(content):
        raise BadInput(f"{file}: exported during the game; export it again when it is over")
    try:
        return decode_record(content)
    except RecursionError as error:
        raise BadInput(f"{file}: not an exported game") from error


def _truncate(line: str) -> str:
    return line if len(line) <= MAX_LINE_LENGTH else line[: MAX_LINE_LENGTH - 1] + "…"


def _check_target(file: Path, place: Location, *, force: bool) -> None:
    ours = (
        ()
        if isinstance(place, Server)
        else (place.with_name(place.name + e) for e in _FILE_SUFFIXES)
    )
    if file.resolve() in {path.resolve() for path in ours}:
        raise BadInput(f"{file} is the database itself; choose another file")
    if file.is_dir():
        raise BadInput(f"{file} is a folder; choose a file")
    if file.exists() and not file.is_file():
        raise BadInput(f"{file} is not a regular file; choose another file")
    if not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent}; create it first")
    if file.exists() and not force:
        raise BadInput(f"{file} already exists; use --force to overwrite it")


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
        raise BadInput(f"{database} is a folder; set WHISTLESTOP_DB to a file")
    if not database.is_file():
        raise BadInput(f"there is no database {database}; set WHISTLESTOP_DB to its path")
    return database


def _require_file(place: Location) -> Path:
    if isinstance(place, Server):
        raise BadInput(
            f"{place} is a server; back it up with pg_dump, restore it with pg_restore and"
            " `whistlestop announce-restore` (see docs/postgresql.md)"
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
