"""Pace, clocks, pauses, vacations and downtime."""
