"""What runs around the bot: logs, health, metrics, housekeeping, and how it joins Discord."""
