"""From text to orders."""
