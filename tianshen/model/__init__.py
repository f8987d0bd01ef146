"""The board, turns, positions, orders and rule options as data."""
