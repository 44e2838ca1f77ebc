"""Handovers: moderators give seats to people who accept, and not against the owner's will.

An owner who is absent is not asked.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.games.bots import DEFAULT_BOT, next_bot_name
from bot.games.clock.model import pace_named
from bot.games.clock.pace import REPLACE_ALLOWANCES
from bot.games.errors import LobbyError
from bot.games.jobs import LAPSE
from bot.games.lobby import Lobby
from bot.games.model import Change, Consent, Due, Handover, Notice, SeatRow, Who, format_time
from bot.games.seats import SeatService, check_playing, seat_at
from bot.games.store import Store
from bot.games.writer import TableWriter
from engine.errors import NotYourGame, StaleGame
from engine.ids import Seat


class HandoverService:
    """Gives a seat, with its hidden cards, permanently to another person or to a bot."""

    def __init__(self, store: Store, writer: TableWriter, seats: SeatService) -> None:
        self._store = store
        self._writer = writer
        self._seats = seats

    async def hand_over(
        self,
        game_id: str,
        seat: Seat,
        to: Who | None,
        by: Who,
        interaction_id: int | None = None,
        *,
        has_left: bool = False,
    ) -> bool:
        """Offer a seat to a newcomer, or give it to a bot if *to* is None.

        *by* is the moderator. A newcomer must accept within a day, and so must an owner who is
        present. An owner who *has_left* the server is not asked. Return whether the seat has
        already changed its owner.
        """

        async def change() -> bool:
            lobby = check_playing(await self._writer.lobby(game_id))
            old = seat_at(lobby, seat)
            await self._seats.check_may_give(lobby, old, by)
            owner = "away" if has_left else await self._initial_consent(lobby, old, by)
            if to is None:
                handover = self._bot_handover(lobby, old, by, owner)
            else:
                await self._check_newcomer(lobby, seat, to, by)
                handover = Handover(seat, to.id, to.name, *by, self._writer.stamp(), owner=owner)
            return await self._give_or_ask(
                lobby, replace(handover, has_left=has_left), interaction_id
            )

        async def known() -> bool:
            return not any(h.seat == seat for h in await self._store.games.handovers(game_id))

        return await self._writer.change(game_id, interaction_id, change, known)

    async def consent_needed_until(self, game_id: str, seat: Seat) -> datetime | None:
        """Return when the seat may change owner without consent, or None if no owner is asked."""
        lobby = await self._writer.lobby(game_id)
        handover = await self._find_handover(lobby, seat)
        if handover is None or handover.owner != "asked":
            return None
        return await self._absent_from(lobby, lobby.seats[seat])

    def _bot_handover(self, lobby: Lobby, old: SeatRow, by: Who, owner: Consent) -> Handover:
        if old.maker == "bot":
            raise LobbyError("bot-already")
        name, now = next_bot_name(lobby.seats), self._writer.stamp()
        return Handover(old.seat, None, name, *by, now, accepted=True, owner=owner)

    async def _initial_consent(self, lobby: Lobby, old: SeatRow, by: Who) -> Consent:
        """Return the owner's consent at the time of the moderator's request."""
        if old.user_id == by.id:
            return "agreed"
        return "asked" if await self._is_present(lobby, old) else "away"

    async def _check_newcomer(self, lobby: Lobby, seat: Seat, to: Who, by: Who) -> None:
        if to.id == by.id:
            # Otherwise a moderator could look at any hand.
            raise LobbyError("not-for-yourself")
        if lobby.seat_of(to.id):
            raise LobbyError("already-seated")
        await self._seats.check_may_have(lobby, seat, to.id)

    # --- answers ---

    async def accept(
        self, game_id: str, seat: Seat, user_id: int, interaction_id: int | None = None
    ) -> bool:
        """Accept the seat as the newcomer. Return whether the seat is theirs now.

        Raises:
            LobbyError: The offer is over, or was made to another user.
        """

        async def change() -> bool:
            lobby, handover = await self._load_offer(game_id, seat, user_id)
            if handover.accepted:
                raise LobbyError("accepted-before")
            await self._seats.check_may_have(lobby, seat, user_id)
            handover = replace(handover, accepted=True)
            if handover.owner == "away" and await self._has_returned(lobby, handover):
                handover = replace(handover, owner="asked", has_left=False)
            return await self._give_or_ask(lobby, handover, interaction_id)

        async def known() -> bool:
            return (await self._writer.lobby(game_id)).seat_of(user_id) is not None

        return await self._writer.change(game_id, interaction_id, change, known)

    async def decline_seat(
        self, game_id: str, seat: Seat, user_id: int, interaction_id: int | None = None
    ) -> Lobby:
        """Decline the seat as the newcomer.

        Raises:
            LobbyError: The offer is over, or was made to another user.
        """

        async def change() -> Lobby:
            lobby, handover = await self._load_offer(game_id, seat, user_id)
            return await self._drop_handover(lobby, handover, "line-declined", interaction_id)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def agree_to_handover(
        self, game_id: str, seat: Seat, user_id: int, interaction_id: int | None = None
    ) -> bool:
        """Agree to the handover as the owner. Return whether the seat has changed its owner.

        Raises:
            StaleGame: The owner is no longer asked.
        """

        async def change() -> bool:
            lobby, handover = await self._load_question(game_id, seat, user_id)
            return await self._give_or_ask(
                lobby, replace(handover, owner="agreed"), interaction_id, user_id
            )

        async def known() -> bool:
            return (await self._writer.lobby(game_id)).seat_of(user_id) is None

        return await self._writer.change(game_id, interaction_id, change, known)

    async def refuse_handover(
        self, game_id: str, seat: Seat, user_id: int, interaction_id: int | None = None
    ) -> Lobby:
        """Refuse the handover as the owner.

        Raises:
            StaleGame: The owner is no longer asked.
        """

        async def change() -> Lobby:
            lobby, handover = await self._load_question(game_id, seat, user_id)
            return await self._drop_handover(lobby, handover, "line-kept", interaction_id)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def drop_lapsed_handover(self, game_id: str, seat: Seat) -> bool:
        """Drop a handover that was not answered in time. Return whether there was one."""

        async def change() -> bool:
            lobby = await self._writer.lobby(game_id)
            handover = await self._find_handover(lobby, seat)
            late = handover is not None and self._writer.now() >= handover.until
            if handover is None or not late or lobby.row.status != "playing":
                return False
            await self._drop_handover(lobby, handover, "line-lapsed", None)
            return True

        return await self._writer.change(game_id, None, change, change)

    # --- results ---

    async def _give_or_ask(
        self,
        lobby: Lobby,
        handover: Handover,
        interaction_id: int | None,
        presser: int | None = None,
    ) -> bool:
        """Give the seat away if everyone has agreed, otherwise save the handover and wait.

        Return whether the seat was given away. The former owner is notified, unless they are the
        *presser*, whose own answer completed the handover.
        """
        old = lobby.seats[handover.seat]
        bars = None if old.user_id == handover.by_id else (handover.seat, handover.by_id)
        if not handover.accepted or handover.owner == "asked":
            due = await self._seats.due_without_lapse(lobby.row.id, handover.seat)
            due.append(Due(handover.seat, LAPSE, format_time(handover.until), 0))
            change = Change(asks=handover, due=due, bars=bars)
            await self._writer.commit(lobby.row, change, interaction_id)
            return False
        key = "line-agreed" if handover.owner == "agreed" else "line-handed"
        if handover.has_left:
            key = "line-left"
        notices = [_handover_notice(key, old, handover)]
        if old.user_id and old.user_id not in (presser, handover.by_id):
            notices.append(
                replace(_handover_notice("told-replaced", old, handover), user_id=old.user_id)
            )
        bot = None if handover.user_id else DEFAULT_BOT
        new = replace(old, user_id=handover.user_id, name=handover.name, bot=bot)
        change = Change(lines=notices, bars=bars)
        await self._seats.give(lobby, new, change, interaction_id, handover.by_id)
        return True

    async def _drop_handover(
        self, lobby: Lobby, handover: Handover, key: str, interaction_id: int | None
    ) -> Lobby:
        """Close the handover. The owner keeps the seat."""
        change = Change(
            answers=[handover],
            due=await self._seats.due_without_lapse(lobby.row.id, handover.seat),
            lines=[_handover_notice(key, lobby.seats[handover.seat], handover)],
        )
        return Lobby(await self._writer.commit(lobby.row, change, interaction_id), lobby.seats)

    async def _is_present(self, lobby: Lobby, owner: SeatRow) -> bool:
        """Return whether a seat has an owner who has moved, or got the seat, recently."""
        absent_from = await self._absent_from(lobby, owner)
        return absent_from is not None and self._writer.now() < absent_from

    async def _has_returned(self, lobby: Lobby, handover: Handover) -> bool:
        """Return whether an owner who was not asked has moved in the meantime."""
        owner = lobby.seats[handover.seat]
        if handover.has_left and owner.user_id is not None:
            moved = await self._store.games.last_moved(lobby.row.id, owner.user_id)
            return moved is not None and moved > handover.at
        return await self._is_present(lobby, owner)

    async def _absent_from(self, lobby: Lobby, owner: SeatRow) -> datetime | None:
        """Return when an owner who does not move counts as absent, or None if there is no owner.

        A seat that the caretaker plays is treated like any other. In blitz the caretaker takes over
        after minutes, which is too short to lose a seat.
        """
        if owner.user_id is None:
            return None
        game, pace = lobby.row, pace_named(lobby.options.pace)
        moved = await self._store.games.last_moved(game.id, owner.user_id)
        occupants = await self._store.games.occupants(game.id)
        got_seat = [one.at for one in occupants if one.seat == owner.seat]
        last = max(moved or "", *got_seat[-1:], game.started_at or game.created_at)
        return datetime.fromisoformat(last) + pace.absence(REPLACE_ALLOWANCES)

    async def _find_handover(self, lobby: Lobby, seat: Seat) -> Handover | None:
        handovers = await self._store.games.handovers(lobby.row.id)
        return next((one for one in handovers if one.seat == seat), None)

    async def _load_offer(self, game_id: str, seat: Seat, user_id: int) -> tuple[Lobby, Handover]:
        lobby = check_playing(await self._writer.lobby(game_id))
        seat_at(lobby, seat)
        if lobby.seat_of(user_id):
            raise LobbyError("seated-here")
        handover = await self._find_handover(lobby, seat)
        if handover is None or handover.user_id is None:
            raise LobbyError("offer-over")
        if handover.user_id != user_id:
            raise LobbyError("offered-elsewhere")
        return lobby, handover

    async def _load_question(
        self, game_id: str, seat: Seat, user_id: int
    ) -> tuple[Lobby, Handover]:
        lobby = check_playing(await self._writer.lobby(game_id))
        if not 0 <= seat < len(lobby.seats) or lobby.seats[seat].user_id != user_id:
            raise NotYourGame(lobby.row.id)
        handover = await self._find_handover(lobby, seat)
        if handover is None or handover.owner != "asked":
            raise StaleGame(lobby.row.id)
        return lobby, handover


def _handover_notice(key: str, owner: SeatRow, handover: Handover) -> Notice:
    facts: dict[str, str | int] = {
        "seat": handover.seat + 1,
        "old": owner.name,
        "new": handover.name,
        "by": handover.by_name,
    }
    return Notice(key, facts)
