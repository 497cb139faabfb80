"""Robustness campaigns behind docs/reliability.md, started by `make prove`. A seed determines all attempts.

Each campaign attacks one guarantee many times and counts attempts, refusals and violations:

- `isolation`: agents get only their own records, and other agents do not influence their answers
- `store_files`: stores survive kills, flipped bits and altered exports
- `run_folders`: runs survive kills and altered files
- `hostile_input`: the program survives bad command lines and texts made to be slow
"""
