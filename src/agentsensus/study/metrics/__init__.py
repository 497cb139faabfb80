"""What a study counts: pure functions of a log and of the records of a memory, each with a test counted by hand."""
