"""A PostgreSQL server whose tables are not those of the migrations, or not ours at all."""

from __future__ import annotations

import asyncio
import logging

import pytest
from typer.testing import CliRunner

from bot.cli.main import app
from bot.connection.gateway import Gateway
from bot.database_url import Server
from bot.games.errors import DiskFull, StoreError, Unreachable
from bot.ops.health import Health
from bot.storage.sqlite.schema import migrations, newest_version
from bot.storage.store import open_store
from bot.text.words import Words
from tests.support.postgres import Cluster
from tests.support.running_bot import running_bot

EN = Words.of("en").say

DAMAGE = [
    ("DROP TABLE {s}.leases", "table leases is missing"),
    ("ALTER TABLE {s}.posts DROP COLUMN time_said", "column time_said of table posts is missing"),
    ("ALTER TABLE {s}.users ALTER turns TYPE INT", "column turns of table users is integer not"),
    ("ALTER TABLE {s}.users ALTER turns DROP DEFAULT", "column turns of table users is bigint not"),
    ("ALTER TABLE {s}.users ALTER notify SET DEFAULT 'dm'", "default 'dm', not text not null"),
    ("ALTER TABLE {s}.games ALTER seed DROP NOT NULL", "column seed of table games is bytea, not"),
    (
        'ALTER TABLE {s}.due ALTER due_at TYPE TEXT COLLATE "POSIX"',
        "column due_at of table due is text collate POSIX",
    ),
    ("DROP INDEX {s}.due_next", "index due_next of table due is missing"),
    (
        "DROP INDEX {s}.games_open_channel; CREATE UNIQUE INDEX games_open_channel"
        " ON {s}.games (channel_id) WHERE status IN ('lobby')",
        "index games_open_channel of table games is unique on (channel_id) where 'lobby' status,",
    ),
    (
        "ALTER TABLE {s}.presses DROP CONSTRAINT presses_pkey",
        "primary key (interaction_id) of table presses is missing",
    ),
    (
        "ALTER TABLE {s}.seats DROP CONSTRAINT new_seats_game_id_user_id_key",
        "unique key (game_id, user_id) of table seats is missing",
    ),
    (
        "ALTER TABLE {s}.events DROP CONSTRAINT events_game_id_fkey",
        "reference from (game_id) to games of table events is missing",
    ),
    (
        "ALTER TABLE {s}.orders DROP CONSTRAINT orders_status_check",
        "check 1 of table orders is missing",
    ),
    (
        "ALTER TABLE {s}.notes ADD extra TEXT NOT NULL",
        "column extra of table notes is unknown and must be filled",
    ),
]
THEIRS = [
    ("CREATE VIEW {s}.theirs AS SELECT 1", "view theirs"),
    ("CREATE MATERIALIZED VIEW {s}.theirs AS SELECT 1", "materialized view theirs"),
    ("CREATE FOREIGN TABLE {s}.theirs (id INT) SERVER nowhere", "foreign table theirs"),
    ("CREATE SEQUENCE {s}.theirs", "sequence theirs"),
    ("CREATE TYPE {s}.theirs AS ENUM ('a')", "type theirs"),
    ("CREATE TYPE {s}.theirs AS (a INT)", "type theirs"),
    ("CREATE DOMAIN {s}.theirs AS INT", "type theirs"),
    ("CREATE FUNCTION {s}.theirs() RETURNS INT LANGUAGE sql AS 'SELECT 1'", "function theirs"),
    ("CREATE TABLE {s}.theirs (id SERIAL)", "table theirs"),
]
NOWHERE = (
    "DO $$ BEGIN CREATE FOREIGN DATA WRAPPER nowhere; CREATE SERVER nowhere FOREIGN DATA WRAPPER"
    " nowhere; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
)


def schema_of(server: Server) -> str:
    return server.url.rpartition("=")[2]


async def examine(server: Server) -> tuple[int, str]:
    """What `whistlestop doctor` says of the server."""
    environment = {"WHISTLESTOP_DB": server.url, "DISCORD_TOKEN": ""}
    done = await asyncio.to_thread(CliRunner().invoke, app, ["doctor"], env=environment)
    return done.exit_code, done.stdout


@pytest.fixture
async def server(postgres: Cluster) -> Server:
    made = await postgres.new_schema()
    await (await open_store(made)).close()
    return made


class TestShape:
    @pytest.mark.parametrize(("damage", "said"), DAMAGE)
    async def test_a_start_is_refused_and_names_what_differs(
        self, damage: str, said: str, server: Server, postgres: Cluster
    ) -> None:
        """The doctor says the same. No try would help, so it is not one of the errors that pass."""
        for statement in damage.format(s=schema_of(server)).split(";"):
            await postgres.run(statement)

        with pytest.raises(StoreError) as refused:
            await open_store(server)

        assert not isinstance(refused.value, DiskFull | Unreachable)
        assert said in str(refused.value)
        assert "restore a backup with pg_restore" in str(refused.value)
        assert "\n" not in str(refused.value)
        code, told = await examine(server)
        assert code == 1
        assert f"fail  database: {refused.value}" in told

    async def test_a_message_names_the_first_differences_and_counts_the_others(
        self, server: Server, postgres: Cluster
    ) -> None:
        name = schema_of(server)
        await postgres.run(
            *(f"DROP TABLE {name}.{t}" for t in ("barred", "clocks", "due", "lines"))
        )

        with pytest.raises(StoreError, match=r"barred.*clocks.*due is missing and 1 more;"):
            await open_store(server)

    async def test_what_is_there_besides_does_no_harm(
        self, server: Server, postgres: Cluster
    ) -> None:
        """An operator's own index, view or column."""
        name = schema_of(server)
        await postgres.run(
            f"CREATE INDEX own ON {name}.games (edition)",
            f"CREATE VIEW {name}.own_view AS SELECT 1",
            f"ALTER TABLE {name}.notes ADD own TEXT",
        )

        await (await open_store(server)).close()
        assert (await examine(server))[0] == 0

    async def test_an_older_server_is_compared_with_its_own_version(
        self, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The doctor does not miss what the next start will add."""
        server = await postgres.new_schema()
        older = {number: sql for number, sql in migrations().items() if number < newest_version()}
        with monkeypatch.context() as former:
            for module in ("sqlite.schema", "postgres.schema"):
                former.setattr(f"bot.storage.{module}.migrations", lambda: older)
            await (await open_store(server)).close()

        code, told = await examine(server)
        assert code == 0
        assert f"the next start upgrades it to {newest_version()}" in told
        await postgres.run(f"ALTER TABLE {schema_of(server)}.games DROP COLUMN brought")
        code, told = await examine(server)
        assert code == 1
        assert "column brought of table games is missing" in told

    async def test_a_column_that_is_dropped_while_the_bot_runs(
        self, server: Server, postgres: Cluster, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Nobody reads that a table is open for which nothing can be posted."""
        name = schema_of(server)
        async with running_bot(server) as bot:
            await postgres.run(f"ALTER TABLE {name}.posts DROP COLUMN time_said")

            answer = await bot.moderator.slash(bot.channel, "game new", edition="new-york")

            assert answer.text.startswith(EN("error-unexpected", reference="").partition("(")[0])
            assert await bot.store.games.open_in(bot.channel.id) is None
            report = await Health(Gateway(bot.client), bot.store).report()
            assert (report["status"], report["database"]) == ("unavailable", False)
            assert "column time_said of table posts is missing" in str(report["write_error"])
            errors = [r for r in caplog.records if r.levelno >= logging.ERROR]
            assert str(server) in {getattr(record, "database", None) for record in errors}

            await postgres.run(f"ALTER TABLE {name}.posts ADD time_said TEXT NOT NULL DEFAULT ''")
            await postgres.run(f'ALTER TABLE {name}.posts ALTER time_said TYPE TEXT COLLATE "C"')
            await bot.moderator.slash(bot.channel, "game new", edition="new-york")
            await bot.wait_idle()
            assert EN("button-join") in bot.newest_post().labels
            assert (await Health(Gateway(bot.client), bot.store).report())["status"] == "ok"


class TestEmpty:
    @pytest.mark.parametrize(("statement", "named"), THEIRS)
    async def test_whatever_another_program_holds_is_named(
        self, statement: str, named: str, postgres: Cluster
    ) -> None:
        """The start refuses, and the doctor does not call it empty."""
        server = await postgres.new_schema()
        await postgres.run(NOWHERE, statement.format(s=schema_of(server)))

        with pytest.raises(StoreError, match=rf"holds {named}.* of another program; name an empty"):
            await open_store(server)
        code, told = await examine(server)
        assert code == 1
        assert f"holds {named}" in told

    async def test_what_an_extension_has_brought_is_nobody_s(self, postgres: Cluster) -> None:
        """Hosts install extensions for every database."""
        server = await postgres.new_schema()
        view = f"{schema_of(server)}.statistics"
        await postgres.run(
            f"CREATE VIEW {view} AS SELECT 1", f"ALTER EXTENSION plpgsql ADD VIEW {view}"
        )
        try:
            await (await open_store(server)).close()
        finally:
            await postgres.run(f"ALTER EXTENSION plpgsql DROP VIEW {view}")
