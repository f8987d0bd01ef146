"""A turn's text as a whole."""
