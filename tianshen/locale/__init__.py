"""Languages as data: words in, sentences out."""
