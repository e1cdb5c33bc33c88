"""What Discord sees: each cog parses an interaction, calls the table, and shows what came of it."""
