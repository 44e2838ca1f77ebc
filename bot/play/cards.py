"""Hand cards that their owners have brought up to date themselves, by a press on them."""

from __future__ import annotations

from dataclasses import replace

from bot.play.ports import Posts


def hand_of(user_id: int) -> str:
    """The kind of post that a player gets; whoever takes over the seat gets another one."""
    return f"hand-{user_id}"


class Cards:
    """Notes what an answer has shown, so that nobody shows it again."""

    def __init__(self, posts: Posts) -> None:
        self._posts = posts

    async def shown(self, game: str, user_id: int, version: int) -> None:
        """A hand card shows this version of its game; its picture is another one by now."""
        kind = hand_of(user_id)
        card = (await self._posts.of(game)).get(kind)
        if card is not None and card.message_id and card.version < version:
            await self._posts.save(game, {kind: replace(card, version=version, pictures="")})
