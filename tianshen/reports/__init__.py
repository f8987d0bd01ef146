"""From turn records to what is published."""
