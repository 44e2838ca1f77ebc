"""The SQLite database."""
