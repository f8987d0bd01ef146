"""What all workbooks are made of: cells, sheets, the file."""
