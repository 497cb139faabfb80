"""What reached somebody is told as what it was."""

import pytest

from agentsensus.worlds.events.event import Delivered, Sent
from agentsensus.worlds.scenario import load
from agentsensus.worlds.telling.teller import Teller


@pytest.mark.parametrize(("sort", "told"), [("say", "Overhears Hamlet say"), ("gesture", "Hamlet makes a gesture")])
def test_a_gesture_that_bystanders_see_is_not_told_as_speech(sort: str, told: str) -> None:
    known = {"round": 1, "message": "m1", "thread": "hamlet+horatio", "sender": "hamlet"}
    recipients = {"recipients": ("horatio",), "due": {"horatio": 2}, "distance": {"horatio": 0}}
    message = Sent.model_validate({**known, **recipients, "sort": sort, "content": "nods"})
    seen = Delivered.model_validate({**known, "round": 2, "recipient": "gertrude", "sent": 1, "overheard": True})
    assert Teller(load("hamlet")).came(seen, message).startswith(told)
