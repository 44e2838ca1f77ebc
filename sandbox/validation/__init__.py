"""Checks of what a bot sends."""
