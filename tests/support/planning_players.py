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
        give = self.say("order-button-give")
        if give not in panel.message.labels:
            panel = await self._list_free_routes(panel)
        if give not in panel.message.labels:
            return False
        await self.person.press(panel, give)
        self.given += 1
        return True

    async def _list_free_routes(self, panel: Answer) -> Answer:
        """Put everything that is free on the list, as no ticket needs a route."""
        for part in ("change", "go-tracks"):
            label = self.say(f"order-button-{part}")
            if label in panel.message.labels:
                panel = await self.person.press(panel, label)
        if not panel.message.selects:
            return panel
        options = panel.message.selects[0]["options"][:MOST]
        return await self.person.select(panel, [option["value"] for option in options])

    async def open(self) -> Answer:
        """Press *Plan ahead* on one's hand. An order that runs is deleted before."""
        hand = await self._post("button-hand")
        if any(self.say("button-plan") in label for label in hand.message.labels):
            return await self.person.press(hand, self.say("button-plan"))
        panel = await self.person.press(hand, self.say("order-button-change"))
        return await self.person.press(panel, self.say("order-button-delete"))
