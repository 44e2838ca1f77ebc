"""Standing orders of seats."""
