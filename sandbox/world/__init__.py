"""The model of the server: what exists and who sees it."""
