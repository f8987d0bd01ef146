"""Scoring systems, as numbers and as spreadsheet formulas."""
