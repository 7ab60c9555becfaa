"""`grader up`: start, watch and end the processes of one installation as one tree.

Decides the order of starting and who is started again. Knows no submission and no page.
"""
