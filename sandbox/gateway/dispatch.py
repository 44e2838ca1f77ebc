"""Distribution of events: to the bot by the gateway, to people by their feeds."""

from __future__ import annotations

from typing import Literal

from sandbox.gateway import intents
from sandbox.gateway.payloads import Payloads
from sandbox.gateway.sessions import Gateway
from sandbox.json_codec import Json
from sandbox.world.feed import Feeds, Kind
from sandbox.world.mentions import pinged_users
from sandbox.world.permissions import READ_HISTORY, Viewers, in_channel, sees
from sandbox.world.state import DM, SUPPRESS_NOTIFICATIONS, Channel, Guild, Message


class Dispatcher:
    """Decides who receives an event, and sends it."""

    def __init__(self, payloads: Payloads, gateway: Gateway, feeds: Feeds) -> None:
        self._payloads = payloads
        self._world = payloads.world
        self._gateway = gateway
        self._feeds = feeds
        self.viewers = Viewers(self._world)
        self._last_viewers: dict[int, frozenset[int]] = {}
        """The people who could see each channel at the last check, by channel id."""

    def audience(self, message: Message) -> tuple[int, ...]:
        """Return the people who see a message."""
        if message.ephemeral_to is not None:
            return () if message.dismissed else (message.ephemeral_to,)
        return self.viewers.for_channel(self._world.channels[message.channel_id])

    def _show(self, kind: Kind, message: Message) -> None:
        files = self._world.files
        self._feeds.show(
            self.audience(message),
            kind,
            channel_id=message.channel_id,
            message=message.snapshot(),
            files=tuple(files[a.id] for a in message.attachments if a.id in files),
        )

    def message_created(self, message: Message) -> None:
        """Send a new message to the people and the bot, and alert the people it pings."""
        self._show("message", message)
        self._dispatch_message(message, "MESSAGE_CREATE")
        if message.flags & SUPPRESS_NOTIFICATIONS or message.ephemeral_to is not None:
            return
        self.alert(message)

    def alert(self, message: Message) -> None:
        """Alert the people whom a message pings, if they can see it."""
        channel = self._world.channels[message.channel_id]
        alerted = pinged_users(self._world, channel, message).intersection(self.audience(message))
        if alerted:
            self._feeds.show(
                tuple(sorted(alerted)), "pinged", channel_id=channel.id, message=message.snapshot()
            )

    def message_edited(self, message: Message) -> None:
        """Send an edited message to the people and the bot."""
        self._show("edit", message)
        self._dispatch_message(message, "MESSAGE_UPDATE")

    def message_deleted(self, message: Message) -> None:
        """Notify the people and the bot that a message was deleted."""
        self._feeds.show(
            self.audience(message),
            "gone",
            channel_id=message.channel_id,
            message=message.snapshot(),
        )
        if message.ephemeral_to is None:
            channel = self._world.channels[message.channel_id]
            gone = {"id": str(message.id), "channel_id": str(channel.id)} | _guild(channel)
            self._dispatch(channel, "MESSAGE_DELETE", gone, _message_intent(channel))

    def _dispatch_message(self, message: Message, event: str) -> None:
        """Send a message event to the bot, with the content only if the bot may read it."""
        channel = self._world.channels[message.channel_id]
        wanted = self._gateway.wanted(channel.guild_id, _message_intent(channel))
        if message.ephemeral_to is not None or not wanted:
            return
        if not sees(self._world, channel, self._world.bot.id):
            return
        full = self._payloads.message(message) | _guild(channel)
        guild = self._world.guild_of(channel)
        bot = self._world.bot.id
        if guild is not None and message.author_id in guild.members:
            author = guild.members[message.author_id]
            full["member"] = self._payloads.member(author, with_user=False)
        open_to_bot = guild is None or message.author_id == bot or bot in message.mentions
        closed = {"content": "", "embeds": [], "attachments": [], "components": []}
        self._gateway.dispatch(
            event,
            full,
            guild_id=channel.guild_id,
            intent=_message_intent(channel),
            without_content=None if open_to_bot else full | closed,
        )

    def _dispatch(self, channel: Channel, event: str, data: Json, intent: int) -> None:
        guild = self._world.guild_of(channel)
        if guild is None or self._world.bot.id in guild.members:
            self._gateway.dispatch(event, data, guild_id=channel.guild_id, intent=intent)

    def channel_changed(self, event: Literal["CREATE", "UPDATE"], channel: Channel) -> None:
        """Notify the people and the bot of a new or changed channel or thread."""
        data = self._payloads.channel(channel)
        if event == "UPDATE":
            self._feeds.show(
                self.viewers.for_channel(channel), "channel", channel_id=channel.id, data=data
            )
        self.access_changed()
        if channel.kind == DM or not self._bot_knows(channel):
            return
        name = f"{'THREAD' if channel.is_thread else 'CHANNEL'}_{event}"
        if channel.is_thread and event == "CREATE":
            data = data | {"newly_created": True}
        self._dispatch(channel, name, data, intents.GUILDS)

    def _bot_knows(self, channel: Channel) -> bool:
        """Return whether the bot knows of a channel.

        The bot knows all guild channels, even those it cannot open, but only the threads it can
        open.
        """
        return not channel.is_thread or sees(self._world, channel, self._world.bot.id)

    def channel_deleted(
        self, channel: Channel, audience: tuple[int, ...], *, bot_knew: bool
    ) -> None:
        """Notify the people and the bot that a channel was deleted.

        The caller determines *audience* and *bot_knew* before it deletes the channel.
        """
        data = self._payloads.channel(channel)
        self._feeds.show(audience, "channel_gone", channel_id=channel.id, data=data)
        self._last_viewers.pop(channel.id, None)
        if bot_knew and channel.kind != DM:
            name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
            self._dispatch(channel, name, data, intents.GUILDS)

    def thread_members_changed(self, thread: Channel, added: list[int], removed: list[int]) -> None:
        """Notify the bot that members have joined or left a thread."""
        self.access_changed()
        data: Json = {
            "id": str(thread.id),
            "guild_id": str(thread.guild_id),
            "member_count": len(thread.members),
            "added_members": [self._payloads.thread_member(thread, u) for u in added],
            "removed_member_ids": [str(u) for u in removed],
        }
        about_bot = self._world.bot.id in (*added, *removed)
        intent = intents.GUILDS if about_bot else intents.GUILD_MEMBERS
        self._dispatch(thread, "THREAD_MEMBERS_UPDATE", data, intent)

    def pins_changed(self, channel: Channel) -> None:
        """Notify the bot that a channel's pins have changed."""
        when = self._payloads.channel(channel).get("last_pin_timestamp")
        data = {"channel_id": str(channel.id), "last_pin_timestamp": when} | _guild(channel)
        intent = intents.DIRECT_MESSAGES if channel.kind == DM else intents.GUILDS
        self._dispatch(channel, "CHANNEL_PINS_UPDATE", data, intent)

    def guild_changed(
        self, event: str, guild: Guild, data: Json, intent: int = intents.GUILDS
    ) -> None:
        """Send the bot an event about a guild, its roles or its members."""
        self.access_changed()
        if self._world.bot.id in guild.members or event == "GUILD_DELETE":
            self._gateway.dispatch(event, data, guild_id=guild.id, intent=intent)

    def access_changed(self) -> None:
        """Show a channel's history to people who can see the channel now and could not before."""
        for channel in list(self._world.channels.values()):
            now = frozenset(self.viewers.for_channel(channel))
            before = self._last_viewers.get(channel.id, frozenset())
            self._last_viewers[channel.id] = now
            for user_id in now - before:
                self._show_history(channel, user_id)
            if lost := before - now:
                self._feeds.show(tuple(sorted(lost)), "channel_gone", channel_id=channel.id)

    def _show_history(self, channel: Channel, user_id: int) -> None:
        data = self._payloads.channel(channel)
        self._feeds.show((user_id,), "channel", channel_id=channel.id, data=data)
        if not in_channel(self._world, channel, user_id) & READ_HISTORY:
            return
        files = self._world.files
        for message in self._world.messages.get(channel.id, {}).values():
            if message.ephemeral_to is None:
                contents = tuple(files[a.id] for a in message.attachments if a.id in files)
                self._feeds.show(
                    (user_id,),
                    "message",
                    channel_id=channel.id,
                    message=message.snapshot(),
                    files=contents,
                )


def _guild(channel: Channel) -> Json:
    return {} if channel.guild_id is None else {"guild_id": str(channel.guild_id)}


def _message_intent(channel: Channel) -> int:
    return intents.DIRECT_MESSAGES if channel.kind == DM else intents.GUILD_MESSAGES
