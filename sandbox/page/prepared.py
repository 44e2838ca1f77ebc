"""The prepared server that a new user finds when the sandbox starts for the first time."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.page.views import Welcome
from sandbox.sandbox import Sandbox
from sandbox.world.people import Person
from sandbox.world.permissions import MANAGE_MESSAGES
from sandbox.world.places import Club, Place

SERVER, LOBBY, TABLES, MODERATOR = "Railway club", "lobby", ("table-1", "table-2"), "Moderator"
GUESTS = ("Guest 1", "Guest 2", "Guest 3")

WELCOME = {
    "en": """\
## Welcome aboard
This is a Discord of your own, on this machine only. You are a guest here; **the switch at the \
top** makes you another one, and a second window can be a second guest.

**Play a first turn**
1. As *Moderator*, open a table: </game new:0>. Choose a game, add the option **bots** and type 2.
2. Press **Join**, then **Start**.
3. Keep your tickets and draw cards: everything is a button below the board.

-# Type / to see every command. Nothing here leaves your computer.""",
    "de": """\
## Bitte einsteigen
Das ist ein eigenes Discord, nur auf diesem Rechner. Du bist hier ein Gast; **die Auswahl oben** \
macht dich zu einem anderen, und ein zweites Fenster kann ein zweiter Gast sein.

**Der erste Zug**
1. Eröffne als *Moderator* einen Tisch: </game new:0>. Wähle ein Spiel, nimm die \
Option **bots** dazu und tippe 2.
2. Drücke **Mitspielen**, dann **Starten**.
3. Behalte deine Zielkarten und ziehe Karten: Für alles gibt es Knöpfe unter dem Spielplan.

-# Tippe / für alle Befehle. Nichts hier verlässt deinen Computer.""",
}


class Prepared(NamedTuple):
    """The prepared server and its members."""

    club: Club
    lobby: Place
    tables: list[Place]
    guests: list[Person]
    moderator: Person
    welcome: Welcome


def prepare(sandbox: Sandbox, *, bot_name: str = "Whistlestop") -> Prepared:
    """Create the prepared server, or find it in a sandbox that has saved its state."""
    if not sandbox.clubs():
        _create_server(sandbox, bot_name)
    club = sandbox.clubs()[0]
    people = {person.user.display: person for person in sandbox.people()}
    places = {place.name: place for place in club.channels()}
    fallback = next(iter(places.values()))
    lobby = places.get(LOBBY, fallback)
    return Prepared(
        club=club,
        lobby=lobby,
        tables=[places[name] for name in TABLES if name in places],
        guests=[people[name] for name in GUESTS if name in people],
        moderator=people.get(MODERATOR) or sandbox.people()[0],
        welcome=Welcome(lobby.id, WELCOME),
    )


def _create_server(sandbox: Sandbox, bot_name: str) -> None:
    bot, application = sandbox.bot, sandbox.core.world.application
    bot.display, bot.name = bot_name, bot_name.lower().replace(" ", "_")
    application.name = bot_name
    sandbox.core.world.save(bot)
    sandbox.core.world.save(application)
    # No window can act as the owner, because an owner would see everything.
    club = sandbox.club(SERVER, sandbox.person("Owner"))
    club.channel(LOBBY, topic="Meet here and open a table")
    for name in TABLES:
        club.channel(name, topic="One game at a time")
    moderator = sandbox.person(MODERATOR, club)
    club.give(moderator.user, club.role("Moderators", MANAGE_MESSAGES))
    for name in GUESTS:
        sandbox.person(name, club)
