"""JSON for programs under /api/v1, and whether the service is well. Decides no rule of the course:
it reads a request with care, asks `actions` or the store's `access`, and shapes the answer."""
