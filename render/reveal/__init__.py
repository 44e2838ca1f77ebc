"""The reveal: an animation shown at the end of a game."""
