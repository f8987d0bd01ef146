"""Reports as a tree, and the formats in which the tree is written out."""
