"""Backups, restoring a backup, and moving a database to PostgreSQL."""
