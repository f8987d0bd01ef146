"""Saved games of the PyPI package `diplomacy`: import and export."""
