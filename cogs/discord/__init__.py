"""How pages reach Discord: rendering, replies, a paced queue, and the messages that are kept up to date."""
