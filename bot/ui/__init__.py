"""What people see, press and type."""
