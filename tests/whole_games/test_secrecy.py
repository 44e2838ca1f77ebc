"""The search for secrets finds them: whoever relies on it can see it fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.world.feed import FeedEvent
from sandbox.world.people import Person
from sandbox.world.state import Attachment, Message
from tests.support.players import bot_with_moderator_on_turn
from tests.support.running_bot import RunningBot
from tests.support.secrecy import Secrets, check_controls, check_logs, check_secrecy


def show_message(
    person: Person, channel_id: int, *, to: Person | None = None, **parts: object
) -> None:
    """Let somebody have been shown a message, *to*: that one person alone was to see."""
    message = Message(
        id=1,
        channel_id=channel_id,
        author_id=2,
        created=0.0,
        ephemeral_to=to.id if to else None,
        **parts,  # type: ignore[arg-type]
    )
    person.shown.events.insert(0, FeedEvent(0.0, "message", channel_id, message))


async def secrets_of(bot: RunningBot, game: str) -> Secrets:
    log = await bot.store.games.log(game)
    return Secrets(await bot.games.snapshot(game), log, bot.services.translator.emoji)


async def test_a_secret_is_found_wherever_it_stands(tmp_path: Path) -> None:
    """In the channel, in what one person alone is shown, on a control, in a file's name, in a log.

    What is one's own may stand in one's direct messages, and in answers that nobody else sees.
    """
    async with bot_with_moderator_on_turn(tmp_path, "new-york") as (bot, game):
        secrets, people = await secrets_of(bot, game), bot.sandbox.people()
        owner, other, channel = bot.moderator, bot.other, bot.channel.id
        seat = secrets.owners[owner.id]
        ticket = sorted(secrets.known[seat])[0]
        theirs = sorted(secrets.offered - secrets.known[seat])[0]
        words = secrets.phrase_sets[0].ticket(ticket)
        held, *_, spoken = sorted(secrets.hands(seat))
        assert held.startswith("**")
        assert not spoken.startswith("**")
        picture = [Attachment(id=3, filename="hand.png", size=0, content_type="", key="")]
        gallery = {"type": 12, "items": [{"description": spoken}]}
        button = {"type": 2, "custom_id": f"ws:{game}:1:keep:{ticket}"}

        def check() -> None:
            check_secrecy([secrets], people)
            check_controls([secrets], people)

        show_message(owner, owner.direct.id, content=words)
        show_message(owner, channel, to=owner, content=held)
        check()
        leaks: list[tuple[Person, int, Person | None, dict[str, object]]] = [
            (owner, channel, None, {"content": words}),
            (owner, channel, None, {"embeds": [{"description": held}]}),
            (other, channel, other, {"content": held}),
            (other, channel, None, {"components": [gallery]}),
            (other, other.direct.id, None, {"components": [{"type": 10, "content": words}]}),
            (owner, owner.direct.id, None, {"content": secrets.phrase_sets[1].ticket(theirs)}),
            (owner, owner.direct.id, None, {"content": secrets.seed}),
            (owner, owner.direct.id, None, {"components": [button]}),
            (other, channel, None, {"attachments": picture}),
            (other, channel, None, {"nonce": ticket}),
        ]
        for person, place, to, parts in leaks:
            show_message(person, place, to=to, **parts)
            with pytest.raises(AssertionError):
                check()
            del person.shown.events[0]
        check()

        for line in (words, secrets.seed, f"hand: {next(iter(secrets.spec.faces))}"):
            with pytest.raises(AssertionError):
                check_logs([secrets], [line], bot.sandbox.token)
