"""The grading service: decides in core, keeps in store, asks the sandbox through judge."""
