"""A simulated community: people with habits and a clock of their own, over the real service."""
