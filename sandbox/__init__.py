"""Runs a learner's file in a locked container and says what the host saw. Knows no grades."""
