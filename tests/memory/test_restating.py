"""A strong model's run, laid into a memory by rule: what is told meets the record of what it restates."""

import pytest

from tests.memory.restating import measure

pytestmark = pytest.mark.thorough

LEAST_FOUND = 9
LEAST_PRECISE = 0.95


@pytest.mark.usefixtures("shared")
def test_reports_meet_the_record_of_what_they_restate_and_nothing_else() -> None:
    measured = measure()
    reports = measured.of("report")
    assert len(measured.met) == 117
    assert len(reports) == 18
    assert len(measured.found(reports)) >= LEAST_FOUND
    assert measured.precision >= LEAST_PRECISE, measured.wrong()
