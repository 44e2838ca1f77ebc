"""Games and who plays them: lobbies, moves, seats, bots. No Discord, no SQL."""
