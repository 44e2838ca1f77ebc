"""The model of the server: its objects, and who sees them."""
