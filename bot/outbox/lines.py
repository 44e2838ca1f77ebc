"""Telling lines: what people are told once; what calls somebody stays only while it is true."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.language.speaker import Speaker
from bot.messages.kit import Screen, text
from bot.messages.lines import KEPT, REMINDERS, personal_line, public_line
from bot.outbox.mailbox import Mailbox, Notice, reach
from bot.outbox.telling import AWAY, BOARD, REMINDER, Telling
from bot.play.controllers import kind_at
from bot.play.ports import Store
from bot.play.records import CARETAKER, EVERYBODY, Line
from bot.play.table import Outcome

IN_CHANNEL: Final = "call-"
"""How the kind of a post begins that calls somebody in the channel: no other way was open."""
CALLS: Final = (REMINDER, AWAY, f"{IN_CHANNEL}{REMINDER}", f"{IN_CHANNEL}{AWAY}")
"""How the kinds of posts begin that are deleted as soon as they are not true any more."""


class LineTeller:
    """Says lines, in the order in which things happened."""

    def __init__(self, mailbox: Mailbox, store: Store, speaker: Speaker) -> None:
        self._mailbox = mailbox
        self._store = store
        self._speaker = speaker

    async def tell(self, telling: Telling) -> None:
        """All that is left to tell at a table."""
        row = telling.row
        for number, line in await self._store.posts.lines(row.id):
            closed = 0
            if line.user_id == EVERYBODY:
                closed = await reach(telling, self._tell_all(telling, number, line))
            elif line.key in (*REMINDERS, KEPT):
                await self._call(telling, number, line)
            else:
                await reach(telling, self._tell_one(telling, number, line))
            if not closed:
                await self._store.posts.forget_line(row.id, number, line.user_id)

    async def _tell_all(self, telling: Telling, number: int, line: Line) -> None:
        row = telling.row
        nonce = f"{row.id} line {number} {row.restored}"
        await self._mailbox.say(row.channel_id, nonce, public_line(line, telling.words))

    async def _tell_one(self, telling: Telling, number: int, line: Line) -> None:
        """What others did to somebody; who takes no direct messages finds it in the channel."""
        screen = await self._personal(telling, line)
        await self._mailbox.say_to(telling, line.user_id, f"line {number}", screen)

    async def _call(self, telling: Telling, number: int, line: Line) -> None:
        """Call somebody; in the channel, where direct messages are closed.

        Each call takes the place of the one before it.
        """
        turn = telling.outcome.state.turns if telling.outcome else 0
        if _kind(line) not in calls_in_use(telling.outcome) or line.facts.get("turn", turn) != turn:
            return  # They have moved, or are back, in the meantime.
        notice = Notice(_kind(line), f"{number}", f"line {number}", telling.row.version, turn)
        screen = await self._personal(telling, line)
        await self._mailbox.show_to(telling, line.user_id, notice, screen)
        if telling.posts.get(notice.kind).message_id:
            return
        row, mention = telling.row, text(f"<@{line.user_id}>")
        said = personal_line(telling.lobby, telling.posts.get(BOARD), line, telling.words)
        screen = replace(said, items=(mention, *said.items), mentions=(line.user_id,))
        nonce = f"{row.id} call {number} {line.user_id} {row.restored}"
        notice = replace(notice, kind=f"{IN_CHANNEL}{notice.kind}", nonce=nonce)
        await reach(telling, self._mailbox.show(telling, notice, screen))

    async def _personal(self, telling: Telling, line: Line) -> Screen:
        person = await telling.person(line.user_id)
        words = self._speaker.words_of(person, telling.row.locale)
        return personal_line(telling.lobby, telling.posts.get(BOARD), line, words)


def _kind(line: Line) -> str:
    return f"{AWAY if line.key == KEPT else REMINDER}{line.user_id}"


def calls_in_use(outcome: Outcome | None) -> set[str]:
    """The kinds of calls that are still true: of people who are awaited, or whose seat is kept."""
    if outcome is None or outcome.state.over:
        return set()
    table, kinds = outcome.table, set[str]()
    for row in table.seats:
        if row.user_id and row.bot == CARETAKER:
            kinds.add(f"{AWAY}{row.user_id}")
        elif row.user_id and row.seat in table.state.waiting and kind_at(table, row.seat) is None:
            kinds.add(f"{REMINDER}{row.user_id}")
    return kinds | {f"{IN_CHANNEL}{kind}" for kind in kinds}


def is_true_call(telling: Telling, kind: str) -> bool:
    """Whether a call still stands: for the same turn, if it is about one."""
    if kind not in calls_in_use(telling.outcome):
        return False
    post, outcome = telling.posts.get(kind), telling.outcome
    is_reminder = kind.removeprefix(IN_CHANNEL).startswith(REMINDER)
    return not is_reminder or (outcome is not None and post.turn == outcome.state.turns)
