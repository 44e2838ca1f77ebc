"""What comes from Discord: commands, presses, and how people are answered."""
