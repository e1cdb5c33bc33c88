"""The kit: what tarock games have in common, as pure values. It knows no game by name."""
