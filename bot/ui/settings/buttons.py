"""Selects that change a setting."""

from __future__ import annotations

from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.router import on
from bot.ui.settings import actions
from bot.ui.settings.view import MY_VERB, SERVER_VERB
from bot.ui.turn.buttons import selected_value


@on(MY_VERB)
async def change_my_setting(context: Context, press: Press) -> None:
    """Save the value that the user selected for one of their own settings."""
    await actions.change_my_settings(context, {press.arg: selected_value(context)})


@on(SERVER_VERB)
async def change_server_setting(context: Context, press: Press) -> None:
    """Save the value that a moderator selected for a setting of the server."""
    actions.check_moderator(context)
    await actions.change_server_settings(context, {press.arg: selected_value(context)})
