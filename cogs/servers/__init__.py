"""A server's settings, and what to do when Discord lets the bot act there again."""
