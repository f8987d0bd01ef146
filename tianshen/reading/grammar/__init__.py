"""From tokens to stretches of a text: headings, orders, lists, talk. docs/grammar.md says what is read as what."""
