"""A simulated community: people with habits and a simulated clock, using the real service."""
