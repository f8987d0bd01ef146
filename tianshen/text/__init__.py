"""Texts as they come in: bytes, characters, places."""
