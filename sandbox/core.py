"""The parts of the sandbox, created and connected in one place."""

from __future__ import annotations

from sandbox.clock import Clock
from sandbox.faults import Faults
from sandbox.gateway.dispatch import Dispatcher
from sandbox.gateway.payloads import Payloads
from sandbox.gateway.sessions import Gateway
from sandbox.interactions.answers import Answers
from sandbox.interactions.endpoint import Endpoint
from sandbox.interactions.interactions import Interactions
from sandbox.ratelimits import RateLimits
from sandbox.traffic_log import TrafficLog
from sandbox.validation import limits
from sandbox.validation.commands import Registry
from sandbox.world.channels import Channels
from sandbox.world.feed import Feeds
from sandbox.world.guilds import Guilds
from sandbox.world.messages import Messages
from sandbox.world.state import Attachment, World


class Core:
    """Discord without its network: the state, the rules and the notification of bot and people."""

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
        """The number of shards that `/gateway/bot` recommends."""
        self.heartbeat = heartbeat
        """Seconds between two heartbeats of a client."""
        self.world = World(clock)
        self.uploads: dict[int, Attachment] = {}
        """Files that people attached to commands and modals."""
        self.traffic = TrafficLog()
        self.payloads = Payloads(self.world)
        self.gateway = Gateway(clock)
        self.faults = Faults(self.gateway, clock)
        self.feeds = Feeds(clock, remember=remember)
        self.rates = RateLimits(clock, paced=paced)
        self.dispatcher = Dispatcher(self.payloads, self.gateway, self.feeds)
        self.messages = Messages(self.payloads, self.dispatcher)
        self.channels = Channels(self.world, self.dispatcher, self.messages)
        self.guilds = Guilds(self.payloads, self.dispatcher)
        self.registry = Registry(self.world)
        self.endpoint = Endpoint(self.world, first_response)
        self.interactions = Interactions(
            self.payloads, self.gateway, self.endpoint, self.feeds, self.faults, first_response
        )
        self.messages.on_change = self.interactions.message_changed
        self.answers = Answers(self.payloads, self.interactions, self.messages, self.feeds)
        self.interactions.on_answer = self.answers.respond_at_once
