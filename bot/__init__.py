"""The shell: Discord, SQLite and the terminal."""
