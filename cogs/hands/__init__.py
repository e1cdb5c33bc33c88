"""A player's own panel: the hand, what may be done now, and why other things may not."""
