"""Several real processes on one real server, and everything that can go wrong between them."""
