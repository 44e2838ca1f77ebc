"""`python -m tests.read_channel EDITION [en|de]`: the channel of a whole game, to be read.

Two people and a bot play it through the sandbox; then everything that is left in the channel is
printed from top to bottom, as whoever scrolls up would find it.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sandbox.seen import Seen
from tests.bot.players import ByButtons, ByCommands, play_to_the_end
from tests.bot.stage import on_stage

EMOJI = re.compile(r"<:(\w+):\d+>")
"""Our own emoji, as Discord writes them."""


async def channel_of(edition: str, language: str, folder: Path) -> list[Seen]:
    """What everybody can read when the game is over."""
    async with on_stage(folder / "games.db", locale=language) as stage:
        game = await stage.open(edition, stage.guest, stage.other, bots=1)
        table = (await stage.games.look(game)).table
        players = {
            table.seat_of(stage.guest.id): ByButtons(stage, edition, stage.guest, "de", language),
            table.seat_of(stage.other.id): ByCommands(stage, edition, stage.other, "en"),
        }
        await play_to_the_end(stage, game, players)
        return [message for message in stage.moderator.sees(stage.hall) if not message.ephemeral]


def as_text(messages: list[Seen]) -> Iterator[str]:
    """Each message in words: what it says, shows and offers."""
    for message in messages:
        yield EMOJI.sub(r":\1:", message.text)
        yield from (f"[{alt}]" for alt in dict.fromkeys(message.alt_texts))
        if message.labels:
            yield " ".join(f"( {label} )" for label in message.labels)
        yield ""


def main(edition: str, language: str = "en") -> None:
    """Play and print."""
    with tempfile.TemporaryDirectory() as folder:
        messages = asyncio.run(channel_of(edition, language, Path(folder)))
    sys.stdout.write("\n".join(as_text(messages)))


if __name__ == "__main__":
    main(*sys.argv[1:])
