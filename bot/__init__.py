"""The bot: Discord, the database and the command line around the engine."""
