"""Buttons, selects and modals: as descriptions on the way out, as intents on the way back."""
