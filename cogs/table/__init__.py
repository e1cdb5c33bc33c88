"""A table as everybody sees it: its message, its score, its clock, and the buttons below it."""
