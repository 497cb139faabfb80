"""What a caller gives is checked once, at the border."""

import pytest

from agentsensus.errors import BadText, InputError
from agentsensus.memory import DepositInput, Memory, Via
from agentsensus.memory.core.checks import checked_deposit, checked_event

LIMIT = 100


class CountedText(str):
    """A text that counts how often it is checked to be valid Unicode."""

    checks = 0

    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
        type(self).checks += 1
        return super().encode(encoding, errors)


def test_a_remember_checks_its_text_once() -> None:
    CountedText.checks = 0
    with Memory.open(embedder="hashing") as memory:
        memory.remember("hamlet", CountedText("Hamlet saw the ghost."))
    assert CountedText.checks == 1


def test_a_deposit_comes_out_with_all_its_parts_in_their_final_form() -> None:
    deposit = checked_deposit(
        DepositInput("hamlet", "I saw it.", "told:horatio", {"b": 1, "a": 2}, truth="ghost"), LIMIT
    )
    assert (deposit.via, deposit.metadata, deposit.truth) == (Via.told("horatio"), '{"a": 2, "b": 1}', ("ghost",))


@pytest.mark.parametrize(
    ("deposit", "error"),
    [
        (("hamlet", "x" * (LIMIT + 1)), BadText),
        (("hamlet", "..."), BadText),
        ((" hamlet", "I saw it."), InputError),
        (("hamlet",), InputError),
        (DepositInput("hamlet", "I saw it.", number=True), InputError),
        (DepositInput("hamlet", "I saw it.", via="told"), InputError),
    ],
)
def test_a_deposit_that_cannot_be_kept_is_refused(deposit: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        checked_deposit(deposit, LIMIT)


def test_an_event_has_each_owner_once_and_as_many_truths_as_statements() -> None:
    event = checked_event(["horatio", "hamlet", "horatio"], ["It came.", "It went."], None, None, ["a", "b"], LIMIT)
    assert event.owners == ("hamlet", "horatio")
    with pytest.raises(InputError, match="truth has 1 keys"):
        checked_event(["hamlet"], ["It came.", "It went."], None, None, "a", LIMIT)
