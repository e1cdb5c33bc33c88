"""What the computer players of all games share: inference, card play, search, worker processes."""
