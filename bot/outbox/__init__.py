"""What goes to Discord: telling tables how they stand, again until it is told."""
