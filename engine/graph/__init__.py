"""Graph algorithms on claimed routes."""
