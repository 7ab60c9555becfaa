"""The history of the tables: one module per change under `versions/`, forward only."""
