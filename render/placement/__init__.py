"""Where cities and labels are placed."""
