"""The board post, and what anyone may look at."""
