"""Whose turn it is, passing, and taking back: T1 to T3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine import replay
from engine.errors import BadInput
from engine.events import GameEnded, Passed, Reverted, TurnBegan
from engine.questions import MixChoice, SecondDraw, TicketChoice, Turn
from engine.rules import RULES
from engine.state import snapshot
from tests.builders import (
    EDITIONS,
    Builder,
    Game,
    a_fresh_game,
    a_game,
    parameters,
    refused,
    without,
)


class TestT1OneActionATurn:
    """T1: a turn is exactly one action: draw cards, claim, draw tickets; World has two more."""

    def test_a_claim_is_a_whole_turn(self) -> None:
        """The next seat follows."""
        game = a_game("usa").seats(3).holding("train-red", 9).build()

        game.claim("dallas--houston-1", {"train-red": 1})

        assert game.state.turn == 1
        with refused("not-your-turn", "T1") as refusal:
            game.claim("atlanta--nashville-1", {"train-red": 1}, seat=0)
        assert refusal.facts["turn"] == 1

    def test_a_draw_of_two_cards_is_a_whole_turn(self) -> None:
        """A third one is refused."""
        game = a_game("usa").build()

        game.draw_blind()
        game.draw_blind()

        assert game.state.turn == 1
        with refused("not-your-turn"):
            game.draw_blind(seat=0)

    def test_after_the_first_card_only_a_second_may_follow(self) -> None:
        """No claim, no tickets, no pass."""
        game = a_game("usa").holding("train-red", 2).build()
        game.draw_blind()

        for other in (
            lambda: game.claim("dallas--houston-1", {"train-red": 1}),
            game.ask_tickets,
            game.pass_turn,
        ):
            with refused("not-asked-now", "T1") as refusal:
                other()
            assert SecondDraw.__name__ == refusal.facts["asked"]

    def test_in_the_world_neither_harbour_nor_exchange_follow_a_card(self) -> None:
        """They are whole turns."""
        game = a_game("world").owning("athina--marseille-1").holding("wild", 4).build()
        game.draw_blind("train")

        with refused("not-asked-now"):
            game.build_harbour("athina", {"wild": 4})
        with refused("not-asked-now"):
            game.exchange("train", 1)

    def test_harbour_and_exchange_are_whole_turns(self) -> None:
        """The next seat follows."""
        game = a_game("world").seats(3).owning("athina--marseille-1").holding("wild", 4).build()

        game.build_harbour("athina", {"wild": 4})
        assert game.state.turn == 1
        game.exchange("train", 1)

        assert game.state.turn == 2

    def test_tickets_are_a_whole_turn(self) -> None:
        """Once they are chosen the next seat follows, and not before."""
        game = a_game("usa").build()

        game.ask_tickets()
        with refused("not-asked-now"):
            game.draw_blind(seat=0)
        with refused("not-your-turn"):
            game.draw_blind(seat=1)
        game.keep(game.offered(0)[0])

        assert game.state.turn == 1

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_the_moves_are_offered_in_one_order(self, edition: str) -> None:
        """Those of the base game first; a second card is always a draw."""
        rules = a_game(edition).build().rules
        parts = sorted(rules.parts, key=lambda part: [*RULES].index(part.name))
        own = [d.verb for part in parts for d in part.decisions().values() if Turn in d.during]

        assert rules.verbs(Turn) == ["draw", "claim", "tickets", *own]
        assert rules.verbs(SecondDraw) == ["draw"]

    def test_in_the_world_there_are_two_more(self) -> None:
        """A harbour, and an exchange."""
        verbs = a_game("world").build().rules.verbs(Turn)

        assert verbs[3:] == ["harbour", "exchange"]

    @pytest.mark.parametrize("edition", without("harbours"))
    def test_elsewhere_there_is_neither_harbour_nor_exchange(self, edition: str) -> None:
        """The refusal says that the edition lacks it."""
        game = a_game(edition).holding("wild", 4).build()

        with refused("not-in-this-edition", "T1"):
            game.build_harbour("athina", {"wild": 4})
        with refused("not-in-this-edition", "T1"):
            game.exchange("train", 1)

    @pytest.mark.parametrize("seat", [-1, 2, 99])
    def test_a_seat_that_is_not_there_cannot_act(self, seat: int) -> None:
        """Nor is it taken for another one."""
        game = a_game("usa").build()

        with refused("unknown-seat", "T1"):
            game.draw_blind(seat=seat)

    @pytest.mark.parametrize("nonsense", [None, "draw", 7, TurnBegan(0), ["Pass"]], ids=str)
    def test_what_is_no_action_is_bad_input(self, nonsense: object) -> None:
        """It is no refusal by the rules."""
        game = a_game("usa").build()
        before = snapshot(game.state)

        with pytest.raises(BadInput):
            game.act(nonsense)

        assert before == snapshot(game.state)


class TestT2Passing:
    """T2: only who has no legal action passes; when all pass in a row the game ends."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_who_can_do_nothing_passes(self, edition: str) -> None:
        """It is the only thing on the menu."""
        game = _stuck(edition).build()

        assert [type(action).__name__ for action in game.menu(0).actions()] == ["Pass"]
        game.pass_turn()

        assert [Passed(0)] == game.happened(Passed)
        assert game.state.turn == 1

    @pytest.mark.parametrize(
        "way_out",
        [
            lambda game: game.deck("train", "train-red"),
            lambda game: game.ticket_deck("boston--miami"),
        ],
        ids=["deck", "tickets"],
    )
    def test_who_can_do_anything_may_not_pass(self, way_out: object) -> None:
        """A card or a ticket is enough; open cards alone are not (D10)."""
        builder = _stuck("usa")
        way_out(builder)
        game = builder.build()

        with refused("pass-not-allowed", "T2"):
            game.pass_turn()

        assert "Pass" not in [type(action).__name__ for action in game.menu(0).actions()]

    def test_who_can_claim_may_not_pass(self) -> None:
        """One payable track is enough."""
        game = a_game("usa").without_cards().without_tickets().holding("train-red").build()

        with refused("pass-not-allowed"):
            game.pass_turn()

    def test_who_can_exchange_may_not_pass(self) -> None:
        """Nor who can build a harbour."""
        game = _stuck("world").box(train=0, ship=1).build()
        with refused("pass-not-allowed"):
            game.pass_turn()

        game = _stuck("world").holding("wild", 4).pieces_left(harbour=1, train=9, ship=0).build()
        with refused("pass-not-allowed"):
            game.pass_turn()

    def test_a_pass_on_an_ordinary_turn_is_refused(self) -> None:
        """In every edition."""
        for edition in EDITIONS:
            game = a_game(edition).build()
            with refused("pass-not-allowed"):
                game.pass_turn()

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_the_game_ends_when_all_have_passed_in_a_row(self, edition: str) -> None:
        """And is scored as it stands."""
        game = _stuck(edition).build()

        game.pass_turn()
        assert game.state.over is None
        game.pass_turn()

        assert [GameEnded("all-passed")] == game.happened(GameEnded)
        assert game.state.over == "all-passed"
        assert game.score().totals[0] != 0
        with refused("game-over"):
            game.pass_turn(seat=0)

    def test_a_turn_between_two_passes_breaks_the_row(self) -> None:
        """The others have to pass once more."""
        last = "atlanta--nashville-1"
        game = _stuck("usa", but=last).build()
        game.pass_turn()
        game.claim(last, {"train-red": 1})
        game.pass_turn()
        assert game.state.over is None

        game.pass_turn()

        assert game.state.over == "all-passed"

    def test_an_exchange_breaks_the_row_as_well(self) -> None:
        """Whatever is not a pass does."""
        game = _stuck("world").box(seat=1, train=0, ship=2).build()

        game.pass_turn()
        game.exchange("train", 1)
        game.pass_turn()

        assert game.state.over is None

    @pytest.mark.parametrize(
        "draw_last_card",
        [lambda game: game.draw_blind("train"), lambda game: game.draw_open(0)],
        ids=["from the deck", "from the display"],
    )
    def test_a_draw_breaks_the_row_as_well(self, draw_last_card: Callable[[Game], None]) -> None:
        """Seat 1 takes the last card, so all players must pass after that."""
        display = ("train-blue", None, None, None, None)
        game = _stuck("usa").turn(1).deck("train", "train-red").display(*display).build()
        draw_last_card(game)
        assert (game.state.turn, game.state.passes) == (0, 0)

        game.pass_turn()
        assert game.state.over is None
        game.pass_turn()

        assert game.state.over == "all-passed"

    def test_a_pass_counts_as_a_turn_of_the_last_round(self) -> None:
        """Turns are counted, whatever is done with them."""
        last = "atlanta--nashville-1"
        game = _stuck("usa", but=last).turn(1).pieces_left(seat=1, train=3)
        game = game.ticket_deck("boston--miami").build()
        game.claim(last, {"train-red": 1})
        assert game.state.turns_left == 1

        game.ask_tickets()
        game.keep("boston--miami")
        game.pass_turn()

        assert game.state.over == "last-round"


SHEETS = {
    # A ticket of seat 0, and what each line of the score sheet adds up to for seats 0 and 1.
    "usa": (
        "boston--miami",
        {"routes": 436, "tickets": 12, "longest_path": 10},
        {"routes": 0, "tickets": -337, "longest_path": 0},
    ),
    "germany": (
        "long-29",
        {"routes": 407, "tickets": 22, "most_tickets": 15},
        {"routes": 0, "tickets": -686, "most_tickets": 0},
    ),
    "new-york": (
        "ny-18",
        {"routes": 71, "tickets": 8, "attractions": 9},
        {"routes": 0, "tickets": -84},
    ),
    "world": (
        "tour-08",
        {"routes": 557, "tickets": 13, "harbours": 20, "unbuilt_harbours": -8},
        {"routes": 0, "tickets": -942, "unbuilt_harbours": -12},
    ),
}


class TestT2ScoresAfterAllPassed:
    """T2: when all players pass in a row, the game ends and is scored on every board."""

    @pytest.mark.parametrize("edition", SHEETS)
    def test_the_score_sheet_is_complete(self, edition: str) -> None:
        """Seat 0 owns the board and one ticket. Seat 1 holds all other tickets and all cards."""
        ticket, *expected = SHEETS[edition]
        builder = _stuck(edition).tickets(ticket)
        if edition == "world":  # seat 1 owns no route, so it cannot build a harbor (W1)
            builder.harbours("mumbai").pieces_left(seat=0, harbour=2)
            builder.pieces_left(seat=1, harbour=3)
        game = builder.build()

        game.pass_turn()
        game.pass_turn()

        assert game.state.over == "all-passed"
        assert game.state.turn is None
        assert game.state.waiting == {}
        assert replay(game.log) == game.state
        sheet = game.score()
        found: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for line in sheet.lines:
            found[line.seat][line.rule] += line.points
        assert [dict(each) for each in found] == expected
        assert sheet.totals == tuple(sum(each.values()) for each in expected)
        assert sheet.fulfilled == ({ticket}, frozenset())
        assert sheet.places == ((0,), (1,))


class TestT3TakingBack:
    """T3: one's own last step, while nothing was revealed by it and nobody acted since."""

    def test_a_claim_can_be_taken_back(self) -> None:
        """Cards, pieces, points and track are as before, and the seat is on turn again."""
        game = a_game("usa").holding("train-red", 3).build()
        before = _without_numbers(game)
        game.claim("dallas--houston-1", {"train-red": 1})

        game.undo(0)

        assert before == _without_numbers(game)
        assert {0: Turn()} == game.state.waiting
        game.claim("dallas--houston-2", {"train-red": 1})
        assert game.state.owners == {"dallas--houston-2": 0}

    def test_it_is_kept_in_the_log(self) -> None:
        """Nothing is erased: an event says how far to go back, and the log still replays."""
        game = a_game("usa").holding("train-red", 3).build()
        length = len(game.log)
        game.claim("dallas--houston-1", {"train-red": 1})

        game.undo(0)

        assert [Reverted(0, length)] == game.events
        assert replay(game.log) == game.state

    def test_the_question_gets_a_new_number(self) -> None:
        """A button from before the claim, or from after it, is stale."""
        game = a_game("usa").holding("train-red", 3).build()
        numbers = {game.state.question_numbers[0]}
        game.claim("dallas--houston-1", {"train-red": 1})
        numbers |= set(game.state.question_numbers.values())

        game.undo(0)

        assert game.state.question_numbers[0] not in numbers
        assert len(game.log) == game.state.version

    def test_a_harbour_can_be_taken_back(self) -> None:
        """With the cards."""
        game = a_game("world").owning("athina--marseille-1").holding("wild", 4).build()
        before = _without_numbers(game)
        game.build_harbour("athina", {"wild": 4})

        game.undo(0)

        assert before == _without_numbers(game)

    def test_an_exchange_can_be_taken_back(self) -> None:
        """With the points."""
        game = a_game("world").build()
        before = _without_numbers(game)
        game.exchange("train", 5)

        game.undo(0)

        assert before == _without_numbers(game)

    def test_a_choice_of_tickets_can_be_taken_back(self) -> None:
        """The tickets are on offer again."""
        game = a_game("usa").build()
        game.ask_tickets()
        offered = game.offered(0)
        game.keep(offered[0])

        game.undo(0)

        assert TicketChoice(offered, 1) == game.state.waiting[0]
        assert game.player(0).tickets == []
        game.keep(*offered)
        assert list(offered) == game.player(0).tickets

    def test_the_claim_that_began_the_last_round_can_be_taken_back(self) -> None:
        """Then it is not the last round any more."""
        game = a_game("usa").holding("train-red", 3).pieces_left(train=3).build()
        game.claim("dallas--houston-1", {"train-red": 1})
        assert game.state.turns_left is not None

        game.undo(0)

        assert game.state.turns_left is None

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_an_opening_choice_can_be_taken_back(self, edition: str) -> None:
        """As long as another seat still has to choose, and has not chosen since."""
        game = a_fresh_game(edition, 2)
        if len(game.rules.spec.ticket_decks) > 1:
            game.split(2, seat=0)
        offered = game.offered(0)
        game.keep(*offered, seat=0)

        game.undo(0)

        assert offered == game.offered(0)
        assert game.player(0).tickets == []

    def test_a_mix_can_be_taken_back_until_it_is_revealed(self) -> None:
        """The last one reveals them all."""
        game = a_fresh_game("world", 2)
        for seat in range(2):
            game.keep(*game.offered(seat), seat=seat)
        game.mix(25, 35, seat=0)

        game.undo(0)
        assert {0: MixChoice(), 1: MixChoice()} == game.state.waiting
        assert game.player(0).box == {}
        game.mix(10, 50, seat=0)
        game.mix(20, 40, seat=1)

        with refused("undo-after-reveal", "T3"):
            game.undo(1)
        assert game.player(0).pieces == {"train": 10, "ship": 50, "harbour": 3}

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_the_last_opening_choice_cannot(self, edition: str) -> None:
        """It told who begins."""
        game = a_fresh_game(edition, 2).open_all()

        with refused("undo-after-reveal", "T3"):
            game.undo(1)

    def test_a_blind_card_cannot_be_put_back(self) -> None:
        """It was seen."""
        game = a_game("usa").build()
        game.draw_blind()

        with refused("undo-after-reveal", "T3") as refusal:
            game.undo(0)

        assert refusal.facts["revealed"] == "BlindCardDrawn"

    def test_an_open_card_cannot_once_the_gap_was_filled(self) -> None:
        """The new card was seen."""
        game = a_game("usa").build()
        game.draw_open(0)

        with refused("undo-after-reveal", "T3") as refusal:
            game.undo(0)

        assert refusal.facts["revealed"] == "DisplayFilled"

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_look_at_tickets_cannot(self, edition: str) -> None:
        """They were seen; taking back the choice does not change that."""
        game = a_game(edition).build()
        game.ask_tickets()
        with refused("undo-after-reveal", "T3"):
            game.undo(0)

        game.keep(game.offered(0)[0])
        game.undo(0)

        with refused("undo-after-reveal", "T3"):
            game.undo(0)

    def test_a_split_cannot(self) -> None:
        """It is answered with tickets."""
        game = a_fresh_game("germany", 2)
        game.split(2, seat=0)

        with refused("undo-after-reveal", "T3"):
            game.undo(0)

    def test_a_claim_that_filled_a_gap_cannot(self) -> None:
        """The paid cards came back face up."""
        game = a_game("usa").without_cards().holding("train-red").build()
        game.claim("dallas--houston-1", {"train-red": 1})

        with refused("undo-after-reveal", "T3"):
            game.undo(0)

    def test_a_claim_that_led_to_a_shuffle_cannot(self) -> None:
        """The paid cards are in a new order now."""
        game = a_game("usa").deck("train").holding("train-red").build()
        game.claim("dallas--houston-1", {"train-red": 1})

        with refused("undo-after-reveal", "T3") as refusal:
            game.undo(0)

        assert refusal.facts["revealed"] == "DeckShuffled"

    def test_nothing_can_be_taken_back_once_another_acted(self) -> None:
        """Not even what told nothing."""
        game = a_game("usa").holding("train-red", 3).holding("train-blue", 3, seat=1).build()
        game.claim("dallas--houston-1", {"train-red": 1})
        game.claim("portland--seattle-1", {"train-blue": 1})

        with refused("nothing-to-undo", "T3"):
            game.undo(0)

    def test_nobody_takes_back_anothers_step(self) -> None:
        """Only its own seat does."""
        game = a_game("usa").holding("train-red", 3).build()
        game.claim("dallas--houston-1", {"train-red": 1})

        with refused("nothing-to-undo", "T3"):
            game.undo(1)

    def test_nothing_can_be_taken_back_twice(self) -> None:
        """After one step back the step before is another seat's, or was a reveal."""
        game = a_game("usa").seats(3).turn(1).holding("train-red", 3, seat=1).build()
        game.claim("dallas--houston-1", {"train-red": 1})
        game.draw_two()
        game.draw_two()
        game.claim("portland--seattle-1", {"train-red": 1})
        game.undo(1)

        with refused("nothing-to-undo", "T3"):
            game.undo(1)

    def test_a_table_just_laid_out_has_no_step(self) -> None:
        """There is nothing to take back."""
        for edition in ("germany", "usa"):
            game = a_fresh_game(edition, 2)
            with pytest.raises(Exception, match="undo"):
                game.undo(0)

    def test_the_end_of_the_game_is_final(self) -> None:
        """It showed everybody's tickets."""
        game = _stuck("usa").build()
        game.pass_turn()
        game.pass_turn()

        with refused("undo-after-reveal", "T3"):
            game.undo(1)


def _stuck(edition: str, but: str | None = None) -> Builder:
    """Nobody can claim (*but* one track), draw or ask, and nobody has anything to exchange."""
    builder = a_game(edition).with_a_full_board(but=but).without_cards().without_tickets()
    for seat in range(2):
        if parameters(edition, "piece_mix"):
            builder.pieces_left(seat=seat, train=9, ship=0, harbour=0)
            builder.box(seat=seat, train=0, ship=0)
        else:
            builder.pieces_left(seat=seat, train=9, taxi=9)
    return builder


def _without_numbers(game: Game) -> object:
    """Where a game stands, without the numbers of its questions."""
    return {
        k: v for k, v in snapshot(game.state).items() if k not in ("version", "question_numbers")
    }
