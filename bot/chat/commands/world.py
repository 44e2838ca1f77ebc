"""The World's own moves as commands: harbours, exchanges, the mix; no other edition has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import app_commands

from bot.chat.commands.choices import Choice, game_choices, matching
from bot.chat.commands.play import Command, Moves
from bot.chat.commands.texts import said
from bot.chat.desk import Desk
from bot.chat.presses.base import carry_out
from bot.chat.presses.world import choose_mix
from bot.chat.typed import NotUnderstood
from bot.messages.own_seat import OwnSeat
from engine.actions import Action, ChooseMix, ExchangePieces, PlacePiece
from engine.ids import CityId, Piece

Interaction = discord.Interaction[discord.Client]

NONE_HERE: Final[Mapping[type[Action], str]] = {
    PlacePiece: "none-harbour",
    ExchangePieces: "none-exchange",
    ChooseMix: "none-mix",
}
"""What to say where an edition's rules know no such move."""


class WorldMoves(Moves):
    """What can be done with harbours and pieces."""

    async def harbour(self, interaction: Interaction, city: str, pay: str | None = None) -> None:
        """A harbour in a port."""
        own = await self.here(interaction)
        _check_edition(own, PlacePiece)
        names = {own.speech.city(c).casefold(): c for c in own.speech.spec.cities}
        port = CityId(city) if city in names.values() else names.get(city.casefold())
        if port is None:
            raise NotUnderstood("no-city")
        actions = own.harbours(port)
        payment = self.offer(own, [action.payment for action in actions], pay)
        game = own.outcome.table.row.id
        piece = Piece("harbour")
        await carry_out(
            self.desk, interaction, game, None, lambda seat: PlacePiece(seat, piece, port, payment)
        )

    async def suggest_ports(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Ports where a harbour can be built now."""
        own = await self.offered(interaction)
        if own is None:
            return []
        cities = dict.fromkeys(action.city for action in own.harbours())
        return matching([(own.speech.city(city), city) for city in cities], typed)

    async def suggest_harbour_payments(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Ways to pay for a harbour in the port that was typed."""
        own = await self.offered(interaction)
        city = str(getattr(interaction.namespace, "city", ""))
        if own is None or city not in own.speech.spec.cities:
            return []
        offers = [action.payment for action in own.harbours(CityId(city))]
        return self.payments(own, offers, typed)

    async def exchange(self, interaction: Interaction, give: str, count: int) -> None:
        """Pieces for pieces of the other kind."""
        own = await self.here(interaction)
        _check_edition(own, ExchangePieces)
        game = own.outcome.table.row.id
        await carry_out(
            self.desk,
            interaction,
            game,
            None,
            lambda seat: ExchangePieces(seat, Piece(give), count),
        )

    async def mix(self, interaction: Interaction, trains: int) -> None:
        """The mix to begin with."""
        own = await self.here(interaction)
        _check_edition(own, ChooseMix)
        game = own.outcome.table.row.id
        await choose_mix(self.desk, interaction, game, None, trains)


def _check_edition(own: OwnSeat, move: type[Action]) -> None:
    """Refuse a move that the rules in play have no place for."""
    if move not in own.outcome.table.rules.decisions:
        title = own.speech.spec.title(own.speech.words.language)
        raise NotUnderstood(NONE_HERE[move], edition=title)


def add(tree: app_commands.CommandTree[discord.Client], desk: Desk) -> None:
    """The commands of these moves; each may name its `game`, as all moves may."""
    suggest = game_choices(desk)
    for command in _add(tree, WorldMoves(desk)):
        command.autocomplete("game")(suggest)


def _add(tree: app_commands.CommandTree[discord.Client], moves: WorldMoves) -> list[Command]:
    @tree.command(name="harbour", description=said("command-harbour"))
    @app_commands.describe(
        city=said("option-city"), pay=said("option-pay"), game=said("option-game")
    )
    async def harbour(
        interaction: Interaction, city: str, pay: str | None = None, game: str | None = None
    ) -> None:
        await moves.harbour(interaction, city, pay)

    harbour.autocomplete("city")(moves.suggest_ports)
    harbour.autocomplete("pay")(moves.suggest_harbour_payments)

    @tree.command(name="exchange", description=said("command-exchange"))
    @app_commands.describe(
        give=said("option-give"), count=said("option-count"), game=said("option-game")
    )
    @app_commands.choices(
        give=[
            app_commands.Choice(name=said("pieces-train"), value="train"),
            app_commands.Choice(name=said("pieces-ship"), value="ship"),
        ]
    )
    async def exchange(
        interaction: Interaction,
        give: str,
        count: app_commands.Range[int, 1, 50],
        game: str | None = None,
    ) -> None:
        await moves.exchange(interaction, give, count)

    @tree.command(name="mix", description=said("command-mix"))
    @app_commands.describe(trains=said("option-trains"), game=said("option-game"))
    async def mix(
        interaction: Interaction, trains: app_commands.Range[int, 0, 60], game: str | None = None
    ) -> None:
        await moves.mix(interaction, trains)

    return [harbour, exchange, mix]
