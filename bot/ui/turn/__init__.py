"""A player's turn: hand, panels, buttons and commands."""
