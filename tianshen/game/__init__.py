"""Game folders on disk: settings, turn files, replay, seals."""
