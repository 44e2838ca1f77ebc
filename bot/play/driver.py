"""The driver: what is to be done at a table without a person. It plays; telling is the outbox's."""

from __future__ import annotations

import asyncio

from bot.play.games import GameService
from bot.play.table import Outcome
from engine.actions import Action
from engine.ai.agent import answer_of
from engine.ai.simulate import AGENTS
from engine.ids import Seat


class Driver:
    """Begins tables that wait for nothing any more, and lets bots answer."""

    def __init__(self, service: GameService) -> None:
        self._service = service

    async def run(self, game: str) -> None:
        """Do all that is due at this table; what somebody else does meanwhile is theirs."""
        await self._service.start_if_full(game)
        while await self.step(game):
            await asyncio.sleep(0)

    async def step(self, game: str) -> bool:
        """Let one bot answer; False: none owes an answer.

        It thinks outside the game's lock: people may press, and a thought that comes too late is
        dropped.
        """
        due = await self._service.bot_due(game)
        if due is None:
            return False
        outcome, seat = due
        action = await asyncio.to_thread(_thought, outcome, seat)
        await self._service.act_for_bot(game, outcome.version, action)
        return True


def _thought(outcome: Outcome, seat: Seat) -> Action:
    """What a bot of the seat's kind answers; a new one does as well as one who sat there long."""
    kind = outcome.table.seats[seat].machine
    assert kind is not None  # noqa: S101  # only bots' seats are due
    agent = AGENTS[kind](outcome.table.rules)
    return answer_of(agent, outcome.view(seat), outcome.menu(seat))
