"""A turn with everything about it, and its JSON."""
