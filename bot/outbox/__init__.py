"""Posts and direct messages that the bot sends, retried until Discord has them."""
