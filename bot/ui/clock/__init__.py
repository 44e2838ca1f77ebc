"""Time as users see it: deadlines, hours, pauses and vacations."""
