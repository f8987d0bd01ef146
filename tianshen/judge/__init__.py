"""Pure adjudication: no text, no language, no files, no clock."""
