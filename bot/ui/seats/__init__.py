"""Seats that change owners."""
