"""The table over many games."""
