"""Conversion of records to Discord's JSON objects."""

from __future__ import annotations

from urllib.parse import quote

from sandbox.clock import format_timestamp
from sandbox.json_codec import Json
from sandbox.world import permissions
from sandbox.world.state import (
    DM,
    EPOCH,
    Attachment,
    Channel,
    Command,
    Emoji,
    Guild,
    Member,
    Message,
    Role,
    User,
    World,
)


class Payloads:
    """Converts records to JSON, with the addresses of files."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.base = ""
        """`http://127.0.0.1:port`, once the server listens."""

    def user(self, user: User) -> Json:
        return {
            "id": str(user.id),
            "username": user.name,
            "global_name": None if user.bot else user.display,
            "discriminator": "0000" if user.bot else "0",
            "avatar": None,
            "bot": user.bot,
            "system": False,
            "public_flags": 0,
        }

    def member(self, member: Member, *, with_user: bool = True) -> Json:
        payload: Json = {
            "roles": [str(role) for role in member.roles],
            "nick": member.nick,
            "avatar": None,
            "joined_at": format_timestamp(member.joined),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }
        if with_user:
            payload["user"] = self.user(self.world.users[member.user_id])
        return payload

    def role(self, role: Role) -> Json:
        payload: Json = {
            "id": str(role.id),
            "name": role.name,
            "permissions": str(role.permissions),
            "position": role.position,
            "color": role.colour,
            "colors": {
                "primary_color": role.colour,
                "secondary_color": None,
                "tertiary_color": None,
            },
            "hoist": False,
            "managed": role.managed,
            "mentionable": role.mentionable,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }
        if role.managed:
            payload["tags"] = {"bot_id": str(self.world.bot.id)}
        return payload

    def channel(self, channel: Channel) -> Json:
        """Return the object of a channel, a thread or a direct message."""
        if channel.kind == DM:
            return {
                "id": str(channel.id),
                "type": DM,
                "last_message_id": _maybe(channel.last_message_id),
                "flags": 0,
                "recipients": [self.user(self.world.users[u]) for u in channel.recipients],
            }
        payload: Json = {
            "id": str(channel.id),
            "type": channel.kind,
            "guild_id": str(channel.guild_id),
            "name": channel.name,
            "parent_id": _maybe(channel.parent_id),
            "rate_limit_per_user": channel.slowmode,
            "last_message_id": _maybe(channel.last_message_id),
            "last_pin_timestamp": None
            if channel.last_pin is None
            else format_timestamp(channel.last_pin),
            "flags": 0,
        }
        payload |= self._thread(channel) if channel.is_thread else self._place(channel)
        return payload

    def _place(self, channel: Channel) -> Json:
        return {
            "topic": channel.topic,
            "position": channel.position,
            "nsfw": False,
            "permission_overwrites": [
                {"id": str(o.id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
                for o in channel.overwrites.values()
            ],
        }

    def _thread(self, channel: Channel) -> Json:
        count = len(self.world.messages.get(channel.id, {}))
        payload: Json = {
            "owner_id": _maybe(channel.owner_id),
            "message_count": count,
            "total_message_sent": channel.sent,
            "member_count": min(50, len(channel.members)),
            "thread_metadata": {
                "archived": channel.archived,
                "auto_archive_duration": channel.auto_archive,
                "archive_timestamp": format_timestamp(channel.archive_changed),
                "locked": channel.locked,
                "invitable": channel.invitable,
                "create_timestamp": format_timestamp(((channel.id >> 22) + EPOCH) / 1000),
            },
        }
        if self.world.bot.id in channel.members:
            payload["member"] = self.thread_member(channel, self.world.bot.id)
        return payload

    def thread_member(self, thread: Channel, user_id: int) -> Json:
        return {
            "id": str(thread.id),
            "user_id": str(user_id),
            "join_timestamp": format_timestamp(thread.members[user_id]),
            "flags": 1,
        }

    def guild(self, guild: Guild) -> Json:
        """Return a guild object as the REST API sends it."""
        return {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "splash": None,
            "banner": None,
            "description": None,
            "owner_id": str(guild.owner_id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [self.role(role) for role in guild.roles.values()],
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "max_members": 500000,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": guild.locale,
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
        }

    def guild_create(self, guild: Guild, *, all_members: bool) -> Json:
        """Return a guild object as the GUILD_CREATE event sends it."""
        bot = self.world.bot.id
        members = guild.members.values() if all_members else [guild.members[bot]]
        here = [*self.world.channels_of(guild.id)]
        return self.guild(guild) | {
            "joined_at": format_timestamp(guild.members[bot].joined),
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [self.member(member) for member in members],
            "channels": [self.channel(c) for c in here if not c.is_thread],
            "threads": [
                self.channel(c)
                for c in here
                if c.is_thread and not c.archived and permissions.sees(self.world, c, bot)
            ],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def url(self, channel_id: int, attachment: Attachment) -> str:
        """Return the address of an attachment's file."""
        folder = "ephemeral-attachments" if attachment.ephemeral else "attachments"
        name = quote(attachment.filename)
        return f"{self.base}/{folder}/{channel_id}/{attachment.id}/{name}?hm={attachment.key}"

    def attachment(self, channel_id: int, attachment: Attachment) -> Json:
        url = self.url(channel_id, attachment)
        payload: Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.width is not None:
            payload |= {"width": attachment.width, "height": attachment.height}
        for key in ("description", "title"):
            if getattr(attachment, key):
                payload[key] = getattr(attachment, key)
        if attachment.ephemeral:
            payload["ephemeral"] = True
        return payload

    def media(self, channel_id: int, attachment: Attachment) -> Json:
        """Return an attachment as the media object of a component or an embed."""
        url = self.url(channel_id, attachment)
        return {
            "id": str(attachment.id),
            "attachment_id": str(attachment.id),
            "url": url,
            "proxy_url": url,
            "width": attachment.width,
            "height": attachment.height,
            "content_type": attachment.content_type,
            "loading_state": 2,
            "flags": 0,
        }

    def message(self, message: Message, *, resolve_reply: bool = True) -> Json:
        """Return a message object.

        Like Discord, it does not list attachments that a component or an embed shows.
        """
        world = self.world
        shown = used_attachments(message)
        payload: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "author": self.user(world.users[message.author_id]),
            "type": message.kind,
            "content": message.content,
            "embeds": message.embeds,
            "components": message.components,
            "attachments": [
                self.attachment(message.channel_id, a)
                for a in message.attachments
                if str(a.id) not in shown
            ],
            "flags": message.flags,
            "tts": message.tts,
            "timestamp": format_timestamp(message.created),
            "edited_timestamp": None
            if message.edited is None
            else format_timestamp(message.edited),
            "mentions": [self.user(world.users[u]) for u in message.mentions],
            "mention_roles": [str(role) for role in message.mention_roles],
            "mention_everyone": message.mention_everyone,
            "pinned": message.pinned is not None,
        }
        if message.nonce is not None:
            payload["nonce"] = message.nonce
        if message.interaction is not None:
            payload |= self._made_by_interaction(message.interaction)
        if message.reply_to is not None:
            payload |= self._reply(message, resolve=resolve_reply)
        if message.flags & (1 << 5) and message.id in world.channels:
            payload["thread"] = self.channel(world.channels[message.id])
        return payload

    def _made_by_interaction(self, metadata: Json) -> Json:
        app = str(self.world.application.id)
        made: Json = {
            "application_id": app,
            "webhook_id": app,
            "interaction_metadata": {k: v for k, v in metadata.items() if k != "name"},
        }
        if metadata["type"] == 2:
            made["interaction"] = {
                "id": metadata["id"],
                "type": 2,
                "name": metadata["name"],
                "user": metadata["user"],
            }
        return made

    def _reply(self, message: Message, *, resolve: bool) -> Json:
        channel = self.world.channels[message.channel_id]
        # A thread's first message refers to the message with the thread's id in the parent
        # channel.
        begins = message.reply_to == channel.id and channel.parent_id is not None
        home = channel.parent_id if begins else channel.id
        reference: Json = {
            "type": 0,
            "channel_id": str(home),
            "message_id": str(message.reply_to),
        }
        if channel.guild_id is not None:
            reference["guild_id"] = str(channel.guild_id)
        found: Json = {"message_reference": reference}
        if resolve:
            old = self.world.messages.get(home or 0, {}).get(message.reply_to or 0)
            readable = old is not None and old.ephemeral_to in (None, message.ephemeral_to)
            found["referenced_message"] = (
                self.message(old, resolve_reply=False) if old is not None and readable else None
            )
        return found

    def command(self, command: Command) -> Json:
        payload = command.spec | {
            "id": str(command.id),
            "application_id": str(self.world.application.id),
            "version": str(command.version),
        }
        if command.guild_id is not None:
            payload["guild_id"] = str(command.guild_id)
        return payload

    def emoji(self, emoji: Emoji) -> Json:
        return {
            "id": str(emoji.id),
            "name": emoji.name,
            "roles": [],
            "user": self.user(self.world.bot),
            "require_colons": True,
            "managed": False,
            "animated": emoji.animated,
            "available": True,
        }


def used_attachments(message: Message) -> set[str]:
    """Return the ids of the attachments that components or embeds of the message show."""
    if not message.attachments:
        return set()
    found: set[str] = set()
    pending: list[object] = [message.components, message.embeds]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            used = value.get("attachment_id")
            if isinstance(used, str):
                found.add(used)
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
    return found


def _maybe(snowflake: int | None) -> str | None:
    return None if snowflake is None else str(snowflake)
