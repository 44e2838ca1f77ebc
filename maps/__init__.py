"""Boards and editions: the data, and the code that loads and checks it.

>>> import maps
>>> "germany" in maps.catalogue()
True
>>> maps.load("germany").routes["dortmund--duesseldorf-3"].length
1
"""

from maps.editions import Summary
from maps.layout import Layout, layout
from maps.loader import catalogue, load

__all__ = ["Layout", "Summary", "catalogue", "layout", "load"]
