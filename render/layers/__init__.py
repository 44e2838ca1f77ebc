"""What a board is painted with, one layer a module; each paints in board units with a pen."""
