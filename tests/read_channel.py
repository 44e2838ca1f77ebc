"""`python -m tests.read_channel EDITION [en|de] [dm]`: the channel of a whole game, to be read.

Two people and a bot play it through the sandbox; then everything that is left in the channel is
printed from top to bottom, as whoever scrolls up would find it. With `dm` it is what a player was
told by direct message in the meantime, also what has been changed or deleted since.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from sandbox.world.people import Person
from sandbox.world.visible_message import VisibleMessage
from tests.support.players import ByButtons, ByCommands, play_to_the_end
from tests.support.running_bot import RunningBot, running_bot

EMOJI = re.compile(r"<:(\w+):\d+>")
"""Our own emoji, as Discord writes them."""


async def read_channel(edition: str, language: str, folder: Path, *, direct: bool) -> list[str]:
    """What can be read when the game is over: by everybody, or by one player alone."""
    async with running_bot(folder / "games.db", locale=language) as bot:
        game = await bot.start_game(edition, bot.guest, bot.other, bots=1)
        table = (await bot.games.snapshot(game)).table
        players = {
            table.seat_of(bot.guest.id): ByButtons(bot, edition, bot.guest, "de", language),
            table.seat_of(bot.other.id): ByCommands(bot, edition, bot.other, "en"),
        }
        await play_to_the_end(bot, game, players)
        if direct:
            return [*direct_messages(bot, bot.guest if language == "de" else bot.other)]
        return [*as_text(m for m in bot.moderator.sees(bot.channel) if not m.ephemeral)]


def direct_messages(bot: RunningBot, person: Person) -> Iterator[str]:
    """Every direct message as it came, was changed and went."""
    for sight in person.shown.events:
        if sight.channel_id == person.direct.id and sight.message is not None:
            yield f"=== {sight.kind} {sight.message.id}"
            if sight.kind in ("message", "edit"):
                yield from as_text([VisibleMessage(bot.sandbox.core.world, sight.message)])


def as_text(messages: Iterable[VisibleMessage]) -> Iterator[str]:
    """Each message in words: what it says, shows and offers."""
    for message in messages:
        yield EMOJI.sub(r":\1:", message.text)
        yield from (f"[{alt}]" for alt in dict.fromkeys(message.alt_texts))
        if message.labels:
            yield " ".join(f"( {label} )" for label in message.labels)
        yield ""


def main(edition: str, language: str = "en", what: str = "channel") -> None:
    """Play and print."""
    with tempfile.TemporaryDirectory() as folder:
        lines = asyncio.run(read_channel(edition, language, Path(folder), direct=what == "dm"))
    sys.stdout.write("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
