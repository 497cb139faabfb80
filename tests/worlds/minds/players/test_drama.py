"""What was witnessed is the topic of the next rounds; captives are guarded; the guilty and the bereaved react."""

import asyncio
from typing import Any

import pytest

from agentsensus.language.sentences import sentences
from agentsensus.worlds.minds.players.drama import guard_of
from agentsensus.worlds.minds.players.phrases import ACTS, DRAMATIC, PlayerPhrases
from agentsensus.worlds.minds.players.player import Player
from agentsensus.worlds.minds.view import Person
from agentsensus.worlds.state.mail import WORLD
from tests.worlds.minds.mill import letter, offer
from tests.worlds.minds.quay import BURN, DROWNED, HELD, STRUCK, at_quay

ATTACK = letter(WORLD, "cal dora eve finn", STRUCK, sent=4, read=5)
ARREST = letter(WORLD, "ada cal eve finn", HELD, sent=4, read=5)
CUSTOMS = Person(id="customs", name="the customs house")


def said(name: str, agent: str, people: tuple[str, ...], **given: Any) -> tuple[str, list[str], str]:
    """The action of a drive, to whom, and the speech act of what is said."""
    seen = at_quay(agent, people=people, **given)
    found = offer(name, seen)
    assert found
    params = found.decision.params
    act = seen.player.hear(params["content"], agent, params["targets"][0]).act if "content" in params else ""
    return found.decision.action, params.get("targets", []), act


def test_a_blow_is_cried_out_at_by_whom_it_hit_and_stopped_by_the_others() -> None:
    assert said("react", "cal", ("ada", "eve"), letters=(ATTACK,)) == ("say", ["ada"], "cry_out")
    action, targets, act = said("react", "dora", ("ada", "cal"), letters=(ATTACK,))
    assert (targets, act) == (["ada"], "stop") or action == "gesture"
    assert offer("react", at_quay("dora", people=("ada", "cal"))) is None


def test_nobody_reacts_twice_or_elsewhere_or_long_after() -> None:
    told = letter("dora", "ada", "Hold, Ada. Put up your weapon.", sent=5, read=None)
    assert offer("react", at_quay("dora", people=("ada", "cal"), letters=(ATTACK, told))) is None
    assert offer("react", at_quay("dora", people=("ada", "cal"), letters=(ATTACK,), round=9)) is None


def test_while_it_is_the_topic_nothing_else_is_asked_or_done() -> None:
    goals = ("Get the chart.",)
    calm = at_quay("finn", people=("eve",), goals=goals)
    assert offer("get", calm)
    shaken = at_quay("finn", people=("ada", "cal", "eve"), goals=goals, letters=(ATTACK,))
    decision = asyncio.run(Player(shaken.player).decide(shaken.view))
    assert decision.drive == "react"


def test_an_arrest_is_protested_by_the_captive_and_watched_by_the_rest() -> None:
    given: dict[str, Any] = {"place": CUSTOMS, "letters": (ARREST,)}
    held = {**given, "is_held": True}
    assert said("react", "cal", ("dora", "eve"), **held) == ("say", ["dora"], "protest")
    action, _, act = said("react", "finn", ("dora", "cal"), **given, held=("cal",))
    assert (action, act) in {("say", "stand_up_for"), ("gesture", "")}  # Cal is Finn's friend


def test_whoever_is_lowest_and_no_friend_guards_and_stays() -> None:
    given: dict[str, Any] = {"place": CUSTOMS, "letters": (ARREST,), "held": ("cal",), "round": 9}
    seen = at_quay("eve", people=("ada", "cal", "dora", "finn"), **given)
    assert guard_of(seen, "cal") == "ada"  # Finn is lower, but Cal's friend
    assert guard_of(at_quay("dora", people=("cal", "finn"), **given), "cal") == "dora"  # nobody else would
    guard = at_quay("eve", people=("cal", "dora"), goals=("Bring Ada to the sail loft.",), **given)
    assert guard.guarded == ("cal",)
    assert asyncio.run(Player(guard.player).decide(guard.view)).action != "move"
    assert said("post_guard", "dora", ("cal", "eve"), **given) == ("say", ["eve"], "post_guard")
    assert said("plead", "cal", ("dora", "eve"), **{**given, "held": ()}, is_held=True) == ("say", ["eve"], "plead")


def test_the_guilty_silence_whoever_tells_of_it_before_them() -> None:
    tale = letter("eve", "ada", f"{DROWNED} I was there.", sent=4, read=5)
    overheard = type(tale)(**{name: getattr(tale, name) for name in tale.__slots__} | {"overheard": True})
    assert said("hush", "cal", ("ada", "eve"), letters=(overheard,)) == ("say", ["eve"], "hush")
    assert offer("hush", at_quay("finn", people=("ada", "eve"), letters=(overheard,))) is None


def test_the_bereaved_vow_before_the_teller_while_the_doer_is_away() -> None:
    news = letter("eve", "ada", f"{DROWNED} I was there.", sent=3, read=5)
    assert said("vow", "ada", ("eve",), letters=(news,)) == ("say", ["eve"], "vow")
    assert offer("vow", at_quay("ada", people=("eve", "cal"), letters=(news,))) is None


def test_an_accusation_before_all_moves_those_it_concerns() -> None:
    accused = letter("ada", "cal", f"I know what you did, Cal. {DROWNED}", sent=4, read=5)
    overheard = type(accused)(**{name: getattr(accused, name) for name in accused.__slots__} | {"overheard": True})
    assert said("react", "finn", ("ada", "cal"), letters=(overheard,)) == ("say", ["ada"], "vouch")
    assert said("react", "dora", ("ada", "cal"), letters=(overheard,))[0] == "gesture"


def test_no_captive_is_troubled_with_idle_questions_and_no_enemy_is_told_anything() -> None:
    seen = at_quay("dora", people=("cal",), held=("cal",), place=CUSTOMS)
    assert not seen.may_tell("charted", "cal") or seen.trust("cal") >= 0
    hater = at_quay("eve", people=("cal",), status={"trust:cal": -2})
    assert not hater.may_tell("charted", "cal")
    assert hater.may_tell("charted", "ada")


def test_nobody_believes_a_lie_about_his_own_deed() -> None:
    lies = tuple(
        letter(other, "cal", "Finn pushed Ben into the harbour, and Ben drowned. I was there.", sent=number, read=4)
        for number, other in enumerate(("ada", "eve", "dora"), 1)
    )
    belief = at_quay("cal", people=("ada",), letters=lies, status={"trust:eve": 3, "trust:dora": 3}).belief("drowned")
    assert belief
    assert "cal" in belief.claim.filling


@pytest.mark.parametrize("register", ["plain", "office"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_tells_and_asks_is_taken_for_no_other_act(language: str, register: str) -> None:
    phrases = PlayerPhrases.of(language, register)
    fields = {"you": "Cal", "You": "Cal", "turn": "x", "claims": "", "how": "", "question": "", "place": "Kiel"}
    for kind in ("ask", "ask_one", "tell", "farewell"):
        for pattern in phrases.lines_for(kind, "any"):
            line = pattern.format(**fields, in_place="in Kiel")
            assert [phrases.act(sentence) for sentence in sentences(line) if phrases.act(sentence)] == [], pattern
    assert set(DRAMATIC) <= set(ACTS)


def test_a_threat_is_vowed_against_and_warned_of_but_never_to_whoever_made_it() -> None:
    threat = letter("eve", "ada", f"{BURN} I was there.", sent=3, read=5)
    assert offer("warn", at_quay("ada", people=("cal",), letters=(threat,))) is None
