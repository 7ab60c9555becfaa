"""The process that grades: takes ids from the queue, runs the judge, stores what came of it.

It also delivers webhooks and sweeps up what was lost. Decides nothing about a grade.
"""
