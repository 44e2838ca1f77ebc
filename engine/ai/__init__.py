"""Players without a person: they see a view and a menu, never the state."""
