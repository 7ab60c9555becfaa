"""PURE: takes values, returns values. No clock, disk, network, log or randomness."""
