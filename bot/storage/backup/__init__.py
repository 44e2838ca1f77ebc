"""Backups, restoring, and moving to PostgreSQL."""
