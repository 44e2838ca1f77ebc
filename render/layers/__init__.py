"""The layers of a board, one per module. Each layer paints in board units with a pen."""
