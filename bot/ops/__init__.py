"""Operation of the bot: health, doctor, metrics, backups, exports and logs."""
