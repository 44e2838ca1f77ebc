"""For authors of boards: check, arrange, outlines. What plays a game needs nothing of it."""
