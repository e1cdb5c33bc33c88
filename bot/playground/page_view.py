"""What a person's page shows, computed only from what that person may see."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from bot.playground import objects
from bot.playground.commands import Where, commands_for
from bot.playground.components import media_urls
from bot.playground.users import User
from bot.playground.world import CHANNEL_ID, Attachment, ChannelKind, Json, Message, World

LOCALES = {"en-US": "English", "ja": "日本語", "de": "Deutsch", "hu": "Magyar", "ro": "Română"}
"""The languages that the page offers; tests may set any other."""


@dataclass(frozen=True)
class PageView:
    """The world as one person's page shows it; `root` is the URL path of that page."""

    world: World
    user: User
    root: str

    def _link(self, _: str, attachment: Attachment) -> str:
        return f"{self.root}/files/{attachment.id}/{quote(attachment.filename)}"

    def hello(self) -> Json:
        """Return everything a page needs when it opens."""
        world = self.world
        return {
            "t": "hello",
            "guild": objects.GUILD_NAME,
            "channel": CHANNEL_ID,
            "channels": self.channels(),
            "bot": {"id": world.bot.id, "name": world.bot.name},
            "people": {each.id: each.name for each in world.users.values()},
            "players": [self._face(each) for each in world.people],
            "locales": LOCALES,
            "me": self.me(),
            "commands": self.commands(),
            "messages": [self.message(each) for each in world.seen_by(self.user.id)],
        }

    def me(self) -> Json:
        """Return the person whose page it is."""
        user = self.user
        settings = {"locale": user.locale, "dms_open": user.dms_open, "moderator": user.moderator}
        return {**self._face(user), **settings}

    @staticmethod
    def _face(user: User) -> Json:
        avatar = f"/avatars/{user.id}/{user.avatar}.png" if user.avatar else None
        return {"id": user.id, "name": user.name, "avatar": avatar}

    def channels(self) -> list[Json]:
        """Return the channels of the server, its threads after them."""
        shown = [each for each in self.world.channels.values() if each.recipient is None]
        return [
            {
                "id": each.id,
                "name": each.name,
                "thread": each.kind is ChannelKind.THREAD,
                "archived": each.kind is ChannelKind.THREAD and objects.is_archived(each, self.world),
            }
            for each in shown
        ]

    def commands(self) -> Json:
        """Return the commands available in the channel and in the direct messages."""
        return {
            where.value: [each.json() for each in commands_for(self.world, self.user, where)]
            for where in Where
        }

    def message(self, message: Message) -> Json:
        """Return a message that this person may see."""
        shape = objects.message(message, self.world, self._link)
        embedded = {*media_urls(shape["components"]), *media_urls(shape["embeds"])}
        command_user = message.metadata["user"]["global_name"] if message.metadata and message.command else ""
        return {
            "id": message.id,
            "where": "channel" if self.world.channels[message.channel_id].recipient is None else "dm",
            "channel": message.channel_id,
            "thread": message.thread,
            "author": shape["author"]["global_name"],
            "time": message.created,
            "edited": message.edited is not None,
            "content": message.content,
            "components": shape["components"],
            "embeds": shape["embeds"],
            "attachments": [each for each in shape["attachments"] if each["url"] not in embedded],
            "ephemeral": message.ephemeral,
            "loading": message.loading,
            "ping": self.user.id in message.mentions,
            "command": message.command,
            "command_user": command_user,
        }
