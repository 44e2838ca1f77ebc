"""Computer players. They see a view and a menu, never the state."""
