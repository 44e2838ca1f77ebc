"""Planning ahead: standing orders as people see them."""
