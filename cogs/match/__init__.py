"""Playing again: rematches, matches at two tables, given cards and the deal of the day."""
