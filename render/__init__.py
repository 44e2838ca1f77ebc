"""Pictures of the game: a view in, PNG bytes out."""
