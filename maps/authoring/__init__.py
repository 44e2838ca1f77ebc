"""Tools for authors of boards: check, arrange, outlines. Playing a game does not need them."""
