"""Which of several orders counts."""
