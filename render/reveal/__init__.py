"""The reveal at the end of a game, as an animation."""
