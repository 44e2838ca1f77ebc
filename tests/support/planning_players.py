"""Scripted people who plan ahead: they press *Plan ahead* and answer what their orders leave."""

from __future__ import annotations

from engine.questions import Turn
from sandbox.world.people import Answer
from tests.support.players import ByButtons

MOST = 25
"""A select holds no more."""


class ByOrders(ByButtons):
    """Gives orders for all that tickets need, then for whatever is free; never moves otherwise,
    unless an order leaves a turn to its owner."""

    given = 0
    stops = 0

    async def answer(self, waiting: object) -> None:
        """Order what is to be done; what orders cannot do, do by hand."""
        game = self.bot.games
        if not isinstance(waiting, Turn):
            await super().answer(waiting)
            return
        row = await self.bot.store.games.open_in(self.bot.channel.id)
        assert row is not None
        before = (await game.snapshot(row.id)).version
        if not await self.plan():
            await super().answer(waiting)
            return
        await self.bot.wait_idle()
        if (await game.snapshot(row.id)).version == before:
            self.stops += 1
            await super().answer(waiting)

    async def plan(self) -> bool:
        """Give an order; False: there is nothing to order."""
        panel = await self.open()
        delete, give = self.say("order-button-delete"), self.say("order-button-give")
        throw = self.say("order-button-throw")
        for label in (delete, throw):
            if label in panel.message.labels:
                panel = await self.person.press(panel, label)
        if panel.message.selects:
            options = panel.message.selects[0]["options"]
            panel = await self.person.select(panel, [option["value"] for option in options])
        else:
            panel = await self.person.press(panel, self.say("order-button-go-tracks"))
            if not panel.message.selects:
                return False
            options = panel.message.selects[0]["options"][:MOST]
            panel = await self.person.select(panel, [option["value"] for option in options])
        if give not in panel.message.labels:
            return False
        await self.person.press(panel, give)
        self.given += 1
        return True

    async def open(self) -> Answer:
        """Press *Plan ahead* on one's hand."""
        hand = await self._post("button-hand")
        return await self.person.press(hand, self.say("button-plan"))
