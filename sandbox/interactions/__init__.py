"""Interactions: sent to the bot, and answered by it."""
