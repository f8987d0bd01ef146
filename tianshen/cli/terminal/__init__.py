"""What a terminal needs: streams, columns, help pages."""
