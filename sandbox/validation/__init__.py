"""Validation of the bodies that a bot sends."""
