"""Help, rules, the glossary, and the greeting of a new server."""
