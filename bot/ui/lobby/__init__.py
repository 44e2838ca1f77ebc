"""Tables before the game."""
