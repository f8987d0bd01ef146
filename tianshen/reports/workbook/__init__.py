"""The workbook of one game."""
