"""The card emoji as an earlier start has left them: drawing and sending them takes seconds."""

from __future__ import annotations

import maps
import render
from sandbox.sandbox import Sandbox
from sandbox.state import Emoji


def put_emoji(sandbox: Sandbox) -> None:
    """Let a sandbox have them."""
    world = sandbox.core.world
    specs = [maps.load(edition) for edition in maps.catalogue()]
    for name in sorted({render.icon_name(f) for spec in specs for f in spec.faces.values()}):
        world.save(Emoji(id=world.new_id(), name=name, animated=False, image=b""))
