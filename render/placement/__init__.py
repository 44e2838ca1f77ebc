"""The positions of harbors, signs and labels on a board."""
