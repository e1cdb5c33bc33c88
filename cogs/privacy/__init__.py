"""A person's data: what is kept, its export, its deletion."""
