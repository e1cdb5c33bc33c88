"""The leaderboard, the statistics of a player, and the sheet of a session."""
