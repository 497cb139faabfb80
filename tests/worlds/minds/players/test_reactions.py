"""What players do about harm: mourn, accuse, deny, denounce, judge and avenge, each on a small view of its own."""

from typing import Any

import pytest

from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.minds.view import Person
from tests.worlds.minds.mill import did, letter, offer
from tests.worlds.minds.quay import BURN, DROWNED, HELD, STRUCK, at_quay, part_at_quay

NEWS = letter("eve", "ada", f"{DROWNED} I was there.", sent=3, read=5)


def spoken(name: str, seen: Situation) -> tuple[str, list[str], str]:
    """The drive's own name for it, to whom, and what is done by saying it."""
    proposal = offer(name, seen)
    assert proposal is not None, name
    assert proposal.decision.because
    params = proposal.decision.params
    heard = seen.player.hear(params["content"], seen.me, params["targets"][0])
    return proposal.decision.drive, params["targets"], heard.act


def nothing(name: str, agent: str, **given: Any) -> bool:
    return offer(name, at_quay(agent, **given)) is None


def test_kin_mourn_before_whoever_told_it_and_only_once() -> None:
    assert spoken("mourn", at_quay("ada", people=("eve",), letters=(NEWS,))) == ("mourn", ["eve"], "mourn")
    mourned = letter("ada", "eve", "Then I shall not see Ben again, Eve.", sent=5, read=None)
    assert nothing("mourn", "ada", people=("eve",), letters=(NEWS, mourned))
    assert nothing("mourn", "finn", people=("eve",), letters=(letter("eve", "finn", DROWNED, read=5),))


def test_kin_accuse_the_doer_to_the_face_once() -> None:
    seen = at_quay("ada", people=("cal",), letters=(NEWS,))
    assert spoken("accuse", seen) == ("accuse", ["cal"], "accuse")
    said = offer("accuse", seen)
    assert said
    done = letter("ada", "cal", said.decision.params["content"], sent=5, read=None)
    assert nothing("accuse", "ada", people=("cal",), letters=(NEWS, done))
    assert nothing("accuse", "ada", people=("eve",), letters=(NEWS,))  # Cal is not here
    assert nothing("accuse", "eve", people=("cal",))  # Ben was nothing to Eve


@pytest.mark.parametrize(("candour", "answer"), [(2, "deny"), (9, "confess")])
def test_the_accused_denies_or_confesses_by_candour(candour: int, answer: str) -> None:
    accused = letter(
        "ada", "cal", "I know what you did, Cal. You pushed Ben into the harbour, and Ben drowned.", read=5
    )
    seen = at_quay("cal", people=("ada",), letters=(accused,), part=part_at_quay("cal", candour=candour))
    assert spoken("respond", seen) == (answer, ["ada"], answer)
    replied = letter("cal", "ada", "I did no such thing, Ada.", sent=5, read=None)
    assert nothing("respond", "cal", people=("ada",), letters=(accused, replied))


def test_an_innocent_denies() -> None:
    accused = letter(
        "ada", "finn", "I know what you did, Finn. You pushed Ben into the harbour, and Ben drowned.", read=5
    )
    seen = at_quay("finn", people=("ada",), letters=(accused,), part=part_at_quay("finn", candour=9))
    assert spoken("respond", seen)[0] == "deny"


def test_kin_denounce_to_an_office_and_the_office_answers() -> None:
    seen = at_quay("ada", people=("dora",), letters=(NEWS,))
    assert spoken("denounce", seen) == ("denounce", ["dora"], "denounce")
    said = offer("denounce", seen)
    assert said
    charge = letter("ada", "dora", said.decision.params["content"], sent=4, read=5)
    assert spoken("hear_charge", at_quay("dora", people=("ada",), letters=(charge,)))[0] in ("accept", "doubt")
    assert nothing("hear_charge", "eve", people=("ada",), letters=(charge,))  # Eve has no office
    assert nothing("denounce", "ada", people=("finn",), letters=(NEWS,))


def test_an_office_that_is_convinced_locks_up_whoever_is_guilty() -> None:
    told = letter("eve", "dora", f"{DROWNED} I was there.", read=4)
    proposal = offer("judge", at_quay("dora", people=("cal",), letters=(told,)))
    assert proposal
    assert (proposal.decision.action, proposal.decision.params) == ("deed", {"deed": "arrest", "target": "cal"})
    assert nothing("judge", "dora", people=("eve",), letters=(told,))
    assert nothing("judge", "eve", people=("cal",))
    rumour = letter("finn", "dora", f"{DROWNED} Ada told me so.", read=4)
    assert nothing("judge", "dora", people=("cal",), letters=(rumour,))  # hearsay from a stranger


def test_the_bold_raise_a_hand_after_they_have_accused() -> None:
    accused = letter("ada", "cal", f"I know what you did, Cal. {DROWNED}", sent=4, read=None)
    bold = part_at_quay("ada", nerve=9)
    given: dict[str, Any] = {"people": ("cal",), "status": {"trust:cal": -3}}
    proposal = offer("avenge", at_quay("ada", letters=(NEWS, accused), part=bold, **given))
    assert proposal
    assert proposal.decision.params == {"deed": "strike", "target": "cal"}
    assert offer("avenge", at_quay("ada", letters=(NEWS,), part=bold, **given)) is None
    meek = part_at_quay("ada", nerve=0)
    assert offer("avenge", at_quay("ada", letters=(NEWS, accused), part=meek, **given)) is None


def test_one_warns_somebody_dear_of_a_threat() -> None:
    assert spoken("warn", at_quay("eve", people=("ada",))) == ("warn", ["ada"], "warn")
    assert nothing("warn", "finn", people=("ada",), letters=(letter("eve", "finn", BURN, read=5),))
    warned = letter("eve", "ada", BURN, sent=4, read=None)
    assert nothing("warn", "eve", people=("ada",), letters=(warned,))


def test_one_comforts_a_friend_who_has_heard_of_the_death_of_kin() -> None:
    heard = letter("dora", "ada eve", DROWNED, sent=4, read=5)
    seen = at_quay("finn", people=("ada",), letters=(letter("dora", "ada finn", DROWNED, sent=4, read=5),))
    assert offer("comfort", seen) is None  # Ada is nothing to Finn
    dear = at_quay(
        "finn", people=("ada",), status={"trust:ada": 2}, letters=(letter("eve", "ada finn", DROWNED, read=5),)
    )
    assert spoken("comfort", dear)[:2] == ("comfort", ["ada"])
    assert nothing("comfort", "ada", people=("eve",), letters=(heard,))


def test_thanks_and_demands_follow_grave_news() -> None:
    warned = letter("eve", "ada", f"Be on your guard, Ada. {BURN}", read=5)
    assert spoken("thank", at_quay("ada", people=("eve",), letters=(warned,))) == ("thank", ["eve"], "thank")
    assert nothing("thank", "ada", people=("eve",), letters=(NEWS,))
    both = letter("eve", "ada dora", f"{DROWNED} I was there.", read=5)
    assert spoken("demand", at_quay("ada", people=("dora",), letters=(both,))) == ("demand", ["dora"], "demand")
    assert nothing("demand", "ada", people=("finn",), letters=(both,))
    assert nothing("thank", "ada", people=("eve",))


def test_the_timid_flee_from_whoever_threatens_them() -> None:
    threat = letter("eve", "ada", f"{BURN} I was there.", read=5)
    timid, bold = part_at_quay("ada", nerve=2), part_at_quay("ada", nerve=9)
    given: dict[str, Any] = {"people": ("cal",), "status": {"trust:cal": -2}, "letters": (threat,)}
    proposal = offer("flee", at_quay("ada", part=timid, **given))
    assert proposal
    assert proposal.decision.action == "move"
    assert offer("flee", at_quay("ada", part=bold, **given)) is None


def test_one_breaks_with_a_friend_who_has_killed_kin() -> None:
    told = letter("finn", "ada", f"{DROWNED} I was there.", read=5)
    friend = part_at_quay("ada")
    accused = letter("ada", "cal", f"I know what you did, Cal. {DROWNED}", sent=5, read=None)
    assert offer("break_off", at_quay("ada", people=("cal",), letters=(told, accused), part=friend)) is None


def test_a_prisoner_who_is_dear_is_let_go_after_long() -> None:
    held = did("deed", {"deed": "arrest", "target": "cal"}, {"outcome": HELD}, 4)
    given: dict[str, Any] = {"people": ("cal",), "cache": (held,), "status": {"trust:cal": 2}}
    proposal = offer("release", at_quay("dora", round=30, **given))
    assert proposal
    assert proposal.decision.params == {"deed": "release", "target": "cal"}
    assert offer("release", at_quay("dora", round=6, **given)) is None


def test_a_goal_to_do_a_deed_is_done_when_they_meet() -> None:
    goal = ("Lock up whoever breaks the peace.",)
    proposal = offer("do_deed", at_quay("dora", people=("finn",), goals=goal))
    assert proposal
    assert proposal.decision.params == {"deed": "arrest", "target": "finn"}
    assert nothing("do_deed", "dora", people=("eve",), goals=goal)


def test_a_thing_is_asked_for_given_to_those_above_and_refused_to_others() -> None:
    goal = ("Get the chart.",)
    seen = at_quay("finn", people=("eve",), goals=goal)
    assert spoken("get", seen) == ("ask_thing", ["eve"], "ask_thing")
    said = offer("get", seen)
    assert said
    asked = letter("finn", "eve", said.decision.params["content"], sent=4, read=5)
    assert spoken("hand_over", at_quay("eve", people=("finn",), letters=(asked,), holds=("map",)))[0] == "refuse_thing"
    assert offer("hand_over", at_quay("eve", people=("finn",), letters=(asked,))) is None  # it is given away already
    above = letter("dora", "eve", "Give me the chart, Eve.", sent=4, read=5)
    given = offer("hand_over", at_quay("eve", people=("dora",), letters=(above,), holds=("map",)))
    assert given
    assert given.decision.params == {"target": "dora", "thing": "map"}
    lying = (Person(id="map", name="the chart"),)
    take = offer("get", at_quay("finn", goals=goal, things=lying))
    assert take
    assert take.decision.action == "take"
    assert nothing("get", "finn", goals=goal, holds=("map",))


def test_somebody_is_invited_along_and_comes_or_declines() -> None:
    seen = at_quay("eve", people=("ada",), goals=("Bring Ada to the sail loft.",))
    assert spoken("bring", seen) == ("invite", ["ada"], "invite")
    said = offer("bring", seen)
    assert said
    invitation = letter("eve", "ada", said.decision.params["content"], sent=4, read=5)
    assert spoken("invited", at_quay("ada", people=("eve",), letters=(invitation,)))[0] == "agree"
    foe = letter("finn", "ada", "Come with me to the sail loft, Ada.", sent=4, read=5)
    assert spoken("invited", at_quay("ada", people=("finn",), letters=(foe,)))[0] == "decline"


def test_a_deed_done_by_an_office_is_no_grievance_but_a_blow_is() -> None:
    held, struck = letter("eve", "cal", HELD, read=5), letter("eve", "cal", f"{STRUCK} I was there.", read=5)
    assert at_quay("cal", letters=(held,)).grievances == []
    assert [doer for _, doer in at_quay("cal", letters=(struck,)).grievances] == ["ada"]


def test_whoever_was_told_of_a_death_is_not_called_to_account_for_the_blow_before_it() -> None:
    blow = letter("eve", "ada", "Cal struck Ben with an oar on the quay. I was there.", sent=3, read=5)
    accused = letter("ada", "cal", f"I know what you did, Cal. {DROWNED.replace('Cal', 'You')}", sent=5, read=None)
    before, after = (at_quay("ada", people=("cal",), letters=letters) for letters in ((blow,), (blow, NEWS, accused)))
    (struck,) = (event for event in before.known if event.startswith("strike:"))
    assert not before.has_called_to_account(before.known[struck], "cal")
    assert after.has_called_to_account(after.known[struck], "cal")
