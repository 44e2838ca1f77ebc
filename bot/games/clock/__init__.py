"""Pace, clocks, pauses, votes, vacations and downtime."""
