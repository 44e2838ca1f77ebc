"""The end of the game: E1 and E2."""

from __future__ import annotations

import pytest

import maps
from engine.board import Route
from engine.events import GameEnded, LastRoundBegan, TurnBegan
from tests.builders import TABLES, USA, Builder, Game, a_game, refused, some_route

LIMITS = {
    # at most so many pieces, and how often each is on turn again; as printed
    **dict.fromkeys((*USA, "germany", "new-york"), (2, 1)),
    "world": (6, 2),
}


def _limits(edition: str) -> tuple[int, int]:
    end = maps.load(edition).end
    return LIMITS.get(edition, (end.at_most, end.more_turns))


def _short_route(edition: str) -> Route:
    """A track of one space."""
    return maps.load(edition).routes[some_route(edition, length=1, rough=0)]


def _nearly_over(edition: str, seats: int, seat: int = 0, left: int | None = None) -> Builder:
    """A seat on turn that has one piece too many for the end, or so many as *left*."""
    left = _limits(edition)[0] + 1 if left is None else left
    pieces = {route.piece: 2 for route in maps.load(edition).routes.values()}
    pieces[_short_route(edition).piece] = left - 2 * (len(pieces) - 1)
    game = a_game(edition).seats(seats).turn(seat).pieces_left(seat=seat, **pieces)
    return game.holding("wild", 1, seat=seat)


def _claim(game: Game, edition: str) -> None:
    game.claim(_short_route(edition).id, {"wild": 1})


def _play_on(game: Game) -> list[int]:
    """Everybody draws until the game is over; who was on turn, in order."""
    turns = []
    while game.state.over is None:
        turns.append(game.state.turn)
        game.draw_two()
    return turns


class TestE1TheLastTurns:
    """E1: at most 2 pieces (World: 6) after a turn: all have one more turn (World: two)."""

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_everybody_has_so_many_more_turns(self, edition: str, seats: int) -> None:
        """The one who began it included, as the last."""
        _, more = _limits(edition)
        game = _nearly_over(edition, seats).build()
        _claim(game, edition)

        turns = _play_on(game)

        assert [*range(1, seats), 0] * more == turns
        assert game.state.over == "last-round"
        assert [GameEnded("last-round")] == game.happened(GameEnded)

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_it_is_announced(self, edition: str, seats: int) -> None:
        """With the number of turns to come, which is what the view says until one is played."""
        _, more = _limits(edition)
        game = _nearly_over(edition, seats, seat=seats - 1).build()

        _claim(game, edition)

        assert [LastRoundBegan(seats - 1, seats * more)] == game.happened(LastRoundBegan)
        assert game.state.turn == 0
        assert seats * more == game.view(None).turns_to_go

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_one_piece_more_is_not_the_end(self, edition: str, seats: int) -> None:
        """Three are left, or seven."""
        game = _nearly_over(edition, seats, left=_limits(edition)[0] + 2).build()

        _claim(game, edition)

        assert not game.happened(LastRoundBegan)
        assert game.state.turns_left is None

    @pytest.mark.parametrize("left", [1, 2])
    def test_fewer_are_the_end_as_well(self, left: int) -> None:
        """One or none."""
        game = a_game("usa").pieces_left(train=left).holding("train-red", left).build()
        track = some_route("usa", length=left, colour=None)

        game.claim(track, {"train-red": left})

        assert game.happened(LastRoundBegan)

    def test_in_the_world_trains_and_ships_count_together(self) -> None:
        """Six trains and one ship are seven."""
        track, card = some_route("world", length=1, rough=0, piece="train"), "wild"
        for train, ship, over in ((7, 1, False), (7, 0, True), (1, 6, True), (1, 7, False)):
            game = a_game("world").pieces_left(train=train, ship=ship).holding(card).build()

            game.claim(track, {card: 1})

            assert over == bool(game.happened(LastRoundBegan))

    def test_harbours_are_no_such_pieces(self) -> None:
        """Three of them do not keep the game going."""
        game = _nearly_over("world", 2).build()
        assert game.player(0).pieces["harbour"] == 3

        _claim(game, "world")

        assert game.happened(LastRoundBegan)

    def test_the_box_does_not_count(self) -> None:
        """Nor do pieces in it."""
        game = _nearly_over("world", 2).build()
        assert sum(game.player(0).box.values()) == 15

        _claim(game, "world")

        assert game.happened(LastRoundBegan)

    def test_the_end_comes_after_the_last_players_turn(self) -> None:
        """Not in the middle of a draw."""
        game = _nearly_over("usa", 2).build()
        _claim(game, "usa")
        game.draw_two()

        game.draw_blind()
        assert game.state.over is None
        game.draw_blind()

        assert game.state.over == "last-round"
        assert not game.happened(TurnBegan)
        assert game.state.turn is None

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_nothing_can_be_done_afterwards(self, edition: str, seats: int) -> None:
        """By nobody."""
        game = _nearly_over(edition, seats).build()
        _claim(game, edition)
        _play_on(game)

        for seat in range(seats):
            assert list(game.menu(seat).actions()) == []
            with refused("game-over", "E1"):
                game.draw_blind(seat=seat)

    def test_nothing_can_be_done_after_a_harbor_in_the_last_turn(self) -> None:
        """The builder is not asked for another action when the game is over."""
        game = _nearly_over("world", 2).owning("athina--marseille-1").holding("wild", 4).build()
        _claim(game, "world")
        for _ in range(3):
            game.draw_two()
        assert (game.state.turn, game.state.turns_left) == (0, 0)

        game.build_harbour("athina", {"wild": 4})

        assert game.state.over == "last-round"
        assert game.state.waiting == {}
        assert list(game.menu(0).actions()) == []
        with refused("game-over", "E1"):
            game.draw_blind("train", seat=0)


class TestE2OnlyOnce:
    """E2: the end is triggered only once."""

    def test_a_second_player_short_of_pieces_changes_nothing(self) -> None:
        """The turns go on counting down."""
        game = _nearly_over("usa", 3).pieces_left(seat=1, train=3).holding("train-red", 1, seat=1)
        game = game.build()
        _claim(game, "usa")
        left = game.state.turns_left

        game.claim("dallas--houston-1", {"train-red": 1})

        assert not game.happened(LastRoundBegan)
        assert left - 1 == game.state.turns_left
        assert _play_on(game) == [2, 0]

    def test_nor_does_the_same_player_once_more(self) -> None:
        """In the World each has two turns, in which pieces go on falling."""
        game = _nearly_over("world", 2).holding("wild", 2).build()
        _claim(game, "world")
        game.draw_two()

        game.claim("athina--tehran-1", {"wild": 2})

        assert not game.happened(LastRoundBegan)
        assert _play_on(game) == [1, 0]
        assert sum(isinstance(event, LastRoundBegan) for event in game.log) == 1
