"""Position and case files."""
