"""Players that place the hidden cards at random, many times, and play each world to its end."""
