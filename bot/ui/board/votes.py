"""Votes of the players below the board: the request, how many agree, and the buttons."""

from __future__ import annotations

import discord

from bot.games.clock.model import Vote
from bot.games.clock.pauses import voters
from bot.games.clock.votes import count_agreed, count_needed, lapses_at, owners_of
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.ui.components import (
    DANGER,
    SUCCESS,
    Item,
    Screen,
    button,
    button_rows,
    make_panel,
    text_block,
)
from bot.ui.custom_ids import Press
from bot.ui.seat_view import SeatView
from bot.ui.seats.view import YES


def pause_request(snapshot: GameSnapshot, phrases: Phrases) -> list[Item]:
    """Return the open vote to pause or to resume, or nothing if no such vote is open."""
    table = snapshot.table
    verb = "resume" if table.pause.is_on else "pause"
    agree, refuse = Press(table.row.id, 0, verb), Press(table.row.id, 0, "pause-no")
    return _vote_items(snapshot, phrases, verb, table.pause, voters(table), agree, refuse)


def cancel_request(snapshot: GameSnapshot, phrases: Phrases) -> list[Item]:
    """Return the open vote to cancel the game, or nothing if no such vote is open."""
    table = snapshot.table
    agree, refuse = Press(table.row.id, 0, "cancel", YES), Press(table.row.id, 0, "cancel-no")
    voting = owners_of(table.seats)
    return _vote_items(snapshot, phrases, "cancel", table.cancel_vote, voting, agree, refuse)


def _vote_items(
    snapshot: GameSnapshot,
    phrases: Phrases,
    verb: str,
    vote: Vote,
    voting: set[int],
    agree: Press,
    refuse: Press,
) -> list[Item]:
    say, end = phrases.words.say, lapses_at(vote)
    asker = next((row for row in snapshot.table.seats if row.user_id == vote.asked_by), None)
    if end is None or asker is None:
        return []
    until = discord.utils.format_dt(end, "R")
    facts = {"agreed": count_agreed(vote, voting), "needed": count_needed(voting)}
    request = say(f"request-{verb}", player=phrases.name(asker.seat), until=until, **facts)
    # Several requests may be open at once, so each button names what it agrees to.
    buttons = [
        button(say(f"button-agree-{verb}"), agree, SUCCESS),
        button(say(f"button-refuse-{verb}"), refuse),
    ]
    return [text_block(f"🙋 {request}"), *button_rows(buttons)]


def cancel_panel(own: SeatView) -> Screen:
    """Return the question before a player starts the vote to cancel, or agrees to it."""
    voting = owners_of(own.snapshot.table.seats)
    facts = {"needed": count_needed(voting), "of": len(voting)}
    buttons = [
        button(own.say("button-cancel-sure"), own.press("cancel", YES), DANGER),
        button(own.say("button-back"), own.press("more")),
    ]
    return make_panel(text_block(own.say("cancel-sure", **facts)), *button_rows(buttons))
