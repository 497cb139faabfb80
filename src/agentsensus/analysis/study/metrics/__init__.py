"""The metrics of a study: pure functions of a log and of a memory's records, each tested on a hand-counted example."""
