"""Time as people see it: deadlines, hours, pauses and vacations."""
