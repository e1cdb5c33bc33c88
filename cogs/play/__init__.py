"""Acting in a deal: `/bid`, `/play` and the other commands, and the controls of the panel."""
