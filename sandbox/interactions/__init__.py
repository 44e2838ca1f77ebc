"""From a press to the bot's answer."""
