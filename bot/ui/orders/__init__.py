"""Standing orders as users see them."""
