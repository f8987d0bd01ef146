"""What reports say: of a turn, of a game."""
