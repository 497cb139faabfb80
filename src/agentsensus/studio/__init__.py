"""The studio: a local web application to watch, question, steer, branch and write story worlds.

The server (`app`) only reads run folders; every write to a run goes through its worker process (`worker`).
"""
