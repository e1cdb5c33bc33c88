"""Players that try the legal cards out: they deal the hidden cards at random and play each world to its end."""
