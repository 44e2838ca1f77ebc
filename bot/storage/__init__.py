"""Storage: the stores, their queries, the database schema and its backups."""
