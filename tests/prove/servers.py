"""Many processes that write to one space of a PostgreSQL server at once, some of them killed."""

from tests.postgres import started
from tests.prove.campaign import Tally
from tests.store.postgres.test_many_processes import tell_and_kill, tell_at_once

_PROCESSES, _WRITERS, _TOPICS, _KILLS = 8, 4, 100, 6


def write_at_once(count: int, seed: int) -> Tally:
    """Let 32 writers in 8 processes tell 100 topics in the same words; every other time, kill some of them."""
    tally = Tally("writers at once")
    with started() as address:
        for number in range(count):
            tally.attempts += 1
            try:
                if number % 2:
                    tell_and_kill(address, _PROCESSES, _WRITERS, _TOPICS, _KILLS, seed + number)
                    tally.count("kills", _KILLS)
                else:
                    tell_at_once(address, _PROCESSES, _WRITERS, _TOPICS)
            except AssertionError as error:
                tally.violations.append(f"repetition {number}: {str(error)[:200]}")
    return tally
