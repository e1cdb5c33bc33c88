"""What tarock games have in common, as immutable values. No game is named here."""
