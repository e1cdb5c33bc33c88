"""The Discord side: each cog parses an interaction, changes the table, and shows the result."""
