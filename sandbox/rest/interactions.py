"""Routes for answers to interactions. The token in the path is their only authorization."""

from __future__ import annotations

from sandbox.interactions.interactions import Interaction
from sandbox.rest.router import Call, Reply, route

HOOK = "/webhooks/{application}/{token}"


@route("POST", "/interactions/{interaction}/{token}/callback", is_open=True)
def respond(call: Call) -> Reply:
    """Send the first response."""
    core = call.core
    interaction = core.interactions.find_unanswered(call.id("interaction"), call.params["token"])
    made = core.answers.respond(interaction, call.body, call.uploads)
    wanted = call.query.get("with_response", "") in ("1", "true", "True")
    return made if wanted else None


def _interaction(call: Call) -> Interaction:
    return call.core.interactions.by_token(call.id("application"), call.params["token"])


@route("POST", HOOK, is_open=True)
def follow_up(call: Call) -> Reply:
    """Send a follow-up message."""
    message = call.core.answers.follow_up(_interaction(call), call.body, call.uploads)
    return call.core.payloads.message(message)


@route("GET", HOOK + "/messages/{message}", is_open=True)
def get(call: Call) -> Reply:
    """Return the original response (`@original`) or a follow-up."""
    found = call.core.answers.message(_interaction(call), call.params["message"])
    return call.core.payloads.message(found)


@route("PATCH", HOOK + "/messages/{message}", is_open=True)
def edit(call: Call) -> Reply:
    """Edit the original response or a follow-up."""
    interaction = _interaction(call)
    found = call.core.answers.message(interaction, call.params["message"])
    call.core.answers.edit(interaction, found, call.body, call.uploads)
    return call.core.payloads.message(found)


@route("DELETE", HOOK + "/messages/{message}", is_open=True)
def delete(call: Call) -> Reply:
    """Delete the original response or a follow-up."""
    interaction = _interaction(call)
    found = call.core.answers.message(interaction, call.params["message"])
    call.core.answers.delete(interaction, found)
    return None
