"""天神: the game master's tool for Diplomacy."""
