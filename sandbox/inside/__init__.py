"""Hostile company: runs beside the learner. Standard library only; nothing it says is believed."""
