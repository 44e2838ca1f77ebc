"""The database in a SQLite file."""
