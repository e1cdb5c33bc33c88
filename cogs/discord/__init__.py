"""How presses and pages travel between Discord and the features."""
