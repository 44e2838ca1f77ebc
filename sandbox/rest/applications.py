"""Routes for the application and its emoji."""

from __future__ import annotations

import base64
import binascii
import re

from sandbox.errors import ApiError, NoEndpoint
from sandbox.gateway import intents
from sandbox.json_codec import Json
from sandbox.rest.router import Call, Reply, route
from sandbox.validation import limits
from sandbox.validation.body_reader import Form, body_form, invalid
from sandbox.world.attachments import picture
from sandbox.world.state import Emoji

NAME = re.compile(r"\w{2,32}", re.ASCII)
DATA = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)
FLAGS = {
    intents.GUILD_PRESENCES: 1 << 13,
    intents.GUILD_MEMBERS: 1 << 15,
    intents.MESSAGE_CONTENT: 1 << 19,
}
"""The application flag of a small bot for each privileged intent."""


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(call: Call) -> Json:
    """Return the application with its owner."""
    world = call.core.world
    app = world.application
    owner = min((g.owner_id for g in world.guilds.values()), default=world.bot.id)
    return {
        "id": str(app.id),
        "name": app.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": call.core.payloads.user(world.users[owner]),
        "bot": call.core.payloads.user(world.bot),
        "verify_key": call.core.endpoint.public_key,
        "team": None,
        "flags": sum(flag for intent, flag in FLAGS.items() if app.privileged & intent),
        "approximate_guild_count": len(world.guilds),
        "interactions_endpoint_url": app.endpoint,
        "redirect_uris": [],
        "tags": [],
    }


@route("PATCH", "/applications/@me")
async def change_application(call: Call) -> Reply:
    """Change the interactions endpoint. The application's texts are not modeled."""
    form = body_form(call.body)
    url = form.text("interactions_endpoint_url", limits.ENDPOINT_URL)
    form.errors.raise_if_any()
    app = call.core.world.application
    if "interactions_endpoint_url" in form.value:
        if url:
            await _verify(call, url)
        app.endpoint = url or None
        call.core.world.save(app)
    return application(call)


async def _verify(call: Call, url: str) -> None:
    try:
        await call.core.endpoint.verify(url)
    except NoEndpoint:
        raise invalid(
            ("interactions_endpoint_url",),
            "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
            "The specified interactions endpoint url could not be verified.",
        ) from None


@route("GET", "/applications/{application}/emojis")
def emojis(call: Call) -> Reply:
    call.own_application()
    world = call.core.world
    return {"items": [call.core.payloads.emoji(emoji) for emoji in world.emojis.values()]}


@route("POST", "/applications/{application}/emojis")
def create_emoji(call: Call) -> Reply:
    call.own_application()
    form = body_form(call.body)
    name = _name(form)
    image = _image(form)
    form.errors.raise_if_any()
    world = call.core.world
    if len(world.emojis) >= limits.EMOJIS:
        raise ApiError.from_code(30008)
    emoji = Emoji(id=world.new_id(), name=name, animated=image[:4] == b"GIF8", image=image)
    world.save(emoji)
    return call.core.payloads.emoji(emoji)


@route("GET", "/applications/{application}/emojis/{emoji}")
def emoji(call: Call) -> Reply:
    return call.core.payloads.emoji(_emoji(call))


@route("PATCH", "/applications/{application}/emojis/{emoji}")
def rename_emoji(call: Call) -> Reply:
    found = _emoji(call)
    form = body_form(call.body)
    name = _name(form)
    form.errors.raise_if_any()
    found.name = name
    call.core.world.save(found)
    return call.core.payloads.emoji(found)


@route("DELETE", "/applications/{application}/emojis/{emoji}")
def delete_emoji(call: Call) -> Reply:
    call.core.world.delete(_emoji(call))
    return None


def _emoji(call: Call) -> Emoji:
    call.own_application()
    found = call.core.world.emojis.get(call.id("emoji"))
    if found is None:
        raise ApiError.from_code(10014)
    return found


def _name(form: Form) -> str:
    name = form.text("name", 32, low=2, required=True) or ""
    if name and not NAME.fullmatch(name):
        form.add_error("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    return name


def _image(form: Form) -> bytes:
    text = form.text("image", 2 * limits.EMOJI_SIZE, required=True) or ""
    found = DATA.fullmatch(text)
    try:
        image = base64.b64decode(found.group(2), validate=True) if found else b""
    except binascii.Error:
        image = b""
    if text and picture(image)[0] is None:
        form.add_error("image", "IMAGE_INVALID", "Invalid image data")
    if len(image) > limits.EMOJI_SIZE:
        form.add_error("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return image
