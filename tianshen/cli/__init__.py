"""The command line: prints, sets the exit status, decides nothing."""
