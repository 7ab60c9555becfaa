"""The trusted side: containers, their flags, the clock, and the reading of distrusted bytes."""
