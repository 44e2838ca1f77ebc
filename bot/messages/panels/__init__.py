"""The panels of a turn, which only their reader sees: which card, which route, which tickets."""
