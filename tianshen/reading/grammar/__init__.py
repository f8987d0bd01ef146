"""From tokens to stretches of a text: headings, orders, lists, talk."""
