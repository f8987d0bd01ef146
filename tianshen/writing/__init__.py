"""From orders to text."""
