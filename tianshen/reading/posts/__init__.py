"""From a pasted page to posts."""
