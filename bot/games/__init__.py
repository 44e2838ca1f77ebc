"""What happens at a table. Imports neither Discord nor SQL."""
