"""What messages show, as plain values: no Discord, no clock, no I/O."""
