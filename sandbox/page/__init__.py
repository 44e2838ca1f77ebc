"""The sandbox in a browser: `prepare` a server, `attach` the page, start the sandbox.

sandbox = Sandbox(port=8484)
prepared = page.prepare(sandbox)
page.attach(sandbox, welcome=prepared.welcome)
async with sandbox:
    print(page.address(sandbox))
"""

from sandbox.page.app import address, attach
from sandbox.page.prepared import Prepared, prepare
from sandbox.page.views import Welcome

__all__ = ["Prepared", "Welcome", "address", "attach", "prepare"]
