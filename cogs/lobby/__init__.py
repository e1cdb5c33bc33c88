"""The lobby: opening tables and filling them, house rules, and the buttons before the first deal."""
