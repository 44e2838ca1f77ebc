"""Pictures, drawn outside of the event loop."""
