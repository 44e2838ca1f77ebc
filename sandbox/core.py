"""The parts of the sandbox, put together once."""

from __future__ import annotations

from sandbox import limits
from sandbox.announce import Announcer
from sandbox.answers import Answers
from sandbox.channels import Channels
from sandbox.clock import Clock
from sandbox.commands import Registry
from sandbox.endpoint import Endpoint
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.guilds import Guilds
from sandbox.interactions import Interactions
from sandbox.messages import Messages
from sandbox.payloads import Payloads
from sandbox.ratelimits import RateLimits
from sandbox.shown import Feeds
from sandbox.state import Attachment, World
from sandbox.tap import Tap


class Core:
    """Discord without its network: state, rules, and everybody who must be told."""

    def __init__(
        self,
        clock: Clock,
        *,
        paced: bool = True,
        remember: bool = True,
        shards: int = 1,
        heartbeat: float = limits.HEARTBEAT_INTERVAL,
        first_response: float = limits.FIRST_RESPONSE,
    ) -> None:
        self.clock = clock
        self.paced = paced
        """Whether Discord's rates are enforced."""
        self.shards = shards
        """How many shards `/gateway/bot` recommends."""
        self.heartbeat = heartbeat
        """Seconds between two heartbeats of a client."""
        self.world = World(clock)
        self.uploads: dict[int, Attachment] = {}
        """Files that people gave to commands and modals."""
        self.tap = Tap()
        self.payloads = Payloads(self.world)
        self.gateway = Gateway(clock)
        self.faults = Faults(self.gateway, clock)
        self.feeds = Feeds(clock, remember=remember)
        self.rates = RateLimits(clock, paced=paced)
        self.announcer = Announcer(self.payloads, self.gateway, self.feeds)
        self.messages = Messages(self.payloads, self.announcer)
        self.channels = Channels(self.world, self.announcer, self.messages)
        self.guilds = Guilds(self.payloads, self.announcer)
        self.registry = Registry(self.world)
        self.endpoint = Endpoint(self.world, first_response)
        self.interactions = Interactions(
            self.payloads, self.gateway, self.endpoint, self.feeds, self.faults, first_response
        )
        self.messages.on_change = self.interactions.message_changed
        self.answers = Answers(self.payloads, self.interactions, self.messages, self.feeds)
        self.interactions.on_answer = self.answers.respond_at_once
