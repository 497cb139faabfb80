"""Each drive on a small view of its own: what it proposes and why, and when it proposes nothing."""

import ast
import inspect
from importlib.resources import files
from typing import Any

import pytest

from agentsensus.minds.players.drives import DRIVES
from agentsensus.minds.players.player import Player
from agentsensus.minds.view import Person
from agentsensus.texts import texts
from agentsensus.world.mail import WORLD
from tests.kernel.runs import done
from tests.minds.mill import (
    BELL,
    BRIDGE,
    BURNT,
    COINS,
    COINS_FROM_DAN,
    COINS_OTHERWISE,
    FLOUR,
    SEEN,
    choice,
    did,
    learnt,
    letter,
    notice,
    offer,
    part,
    recalled,
    situation,
    view,
)

WHO_STOLE = "Who stole the flour?"
LEARN = "Find out who stole the flour."
TELL = "Let Cat know about the bell."
WHETHER = f"Find out whether this is true: {COINS}"


def proposed(name: str, agent: str = "ann", **given: Any) -> tuple[str, str, dict[str, Any]]:
    """The drive's own name for it, the action and its parameters."""
    found = offer(name, situation(agent, **given))
    assert found is not None, name
    assert found.decision.because
    return found.decision.drive, found.decision.action, found.decision.params


def nothing(name: str, agent: str = "ann", **given: Any) -> bool:
    return offer(name, situation(agent, **given)) is None


def test_a_drive_is_a_function_of_the_situation_alone() -> None:
    assert len({drive.__name__ for drive in DRIVES}) == len(DRIVES) >= 12
    for drive in DRIVES:
        assert list(inspect.signature(drive).parameters) == ["situation"]
        assert drive.__doc__
        seen = situation("ann", people=("cat",), goals=(LEARN, TELL), letters=(letter("cat", "ann", COINS),))
        assert drive(seen) == drive(seen)


def test_the_highest_score_wins_and_there_is_always_something_to_do() -> None:
    player, shown = Player(part("ann")), view("ann", notices=(notice("cat"),))
    assert done(player.decide(shown)) == choice(situation("ann", notices=(notice("cat"),))).decision
    assert done(player.decide(view("eli"))).action


def test_read_mail_reads_the_first_thread() -> None:
    assert proposed("read_mail", notices=(notice("cat"),)) == ("mail", "read_thread", {"thread": "ann+cat"})
    assert nothing("read_mail")
    found = offer("read_mail", situation("ann", notices=(notice(WORLD),)))
    assert found
    assert WORLD not in found.decision.because


def test_weigh_trusts_less_whoever_ones_own_eyes_contradict() -> None:
    own = recalled("coins", COINS)
    false = letter("cat", "ann", f"{COINS_FROM_DAN} I was there.")
    assert proposed("weigh", cache=(own,), letters=(false,))[2] == {"key": "trust:cat", "value": 1}
    assert nothing("weigh", cache=(own,), letters=(false,), status={"trust:cat": 1})


def test_weigh_trusts_more_whoever_was_right() -> None:
    right = letter("dan", "ann", f"{COINS} I was there.")
    drive, action, params = proposed("weigh", cache=(recalled("coins", COINS),), letters=(right,))
    assert (drive, action, params) == ("trust_up", "update_status", {"key": "trust:dan", "value": 1})
    assert nothing("weigh", letters=(right,))


def test_confront_tells_the_teller_what_one_saw() -> None:
    false = letter("cat", "ann", f"{COINS_FROM_DAN} I was there.")
    drive, action, params = proposed("confront", cache=(recalled("coins", COINS),), letters=(false,))
    assert (drive, action, params["targets"]) == ("confront", "say", ["cat"])
    heard = part("cat").hear(params["content"], "ann", "cat")
    assert heard.claims == (part("ann").script.claim(COINS),)
    again = letter("ann", "cat", params["content"], sent=5)
    assert nothing("confront", cache=(recalled("coins", COINS),), letters=(false, again))
    assert nothing("confront", letters=(false,))


def test_confront_disputes_what_one_has_otherwise_on_better_grounds() -> None:
    better = letter("cat", "ann", f"{COINS} I was there.")
    false = letter("dan", "ann", f"{COINS_FROM_DAN} I was there.", sent=2)
    drive, action, params = proposed("confront", letters=(better, false))
    assert (drive, action, params["targets"]) == ("dispute", "say", ["dan"])
    assert part("dan").hear(params["content"], "ann", "dan").claims == (part("ann").script.claim(COINS),)
    assert nothing("confront", letters=(better, false), status={"trust:cat": 1})  # one man's word
    assert nothing("confront", letters=(better, false), status={"trust:dan": 2})  # in doubt


def test_retract_gives_way_to_an_eyewitness_and_a_liar_stands_by_it() -> None:
    mine = letter("ann", "cat", COINS_FROM_DAN, sent=1, read=None)
    against = letter("cat", "ann", f"You told me something else, Ann. {COINS} I was there.", sent=3, read=4)
    assert proposed("retract", letters=(mine, against))[:2] == ("retract", "say")
    assert proposed("retract", letters=(mine, against), cache=(recalled("coins", COINS),))[:2] == ("stand", "say")
    assert nothing("retract", letters=(mine,))


def test_check_asks_ones_memory_where_one_may_know_better() -> None:
    doubtful = (learnt(f"{COINS} I was there.", "eli"),)
    drive, action, params = proposed("check", learnt=doubtful)
    assert (drive, action) == ("check", "recall")
    assert part("ann").script.claim(params["query"]) == part("ann").script.claim(COINS)
    assert nothing("check", learnt=doubtful, cache=(recalled(params["query"]),))
    trusted = (learnt(f"{COINS} I was there.", "cat"),)
    assert nothing("check", learnt=trusted)
    tavern = Person(id="tavern", name="the tavern")
    assert proposed("check", learnt=trusted, place=tavern)[0] == "check"  # it is said to have been here
    assert proposed("check", learnt=(learnt(BELL, "cat"),))[0] == "check"  # it is about oneself
    assert proposed("check", learnt=(learnt(BURNT, "cat"),))[0] == "check"  # it is grave
    assert nothing("check", learnt=(learnt(BRIDGE, WORLD, "witnessed"),))
    assert nothing("check", learnt=(learnt("Dan came to the mill.", "eli"),))


def test_keep_remembers_what_is_believed_and_of_the_rest_that_it_was_said() -> None:
    script = part("ann").script
    believed = letter("cat", "ann", f"{COINS} I was there.")
    text = proposed("keep", letters=(believed,), learnt=(learnt(believed.content, "cat"),))[2]["text"]
    assert script.claim(text) == script.claim(COINS)
    claim = script.claim(COINS)
    assert claim
    otherwise = script.wordings(script.versions(claim)[0])[0]
    doubted = letter("eli", "ann", f"{otherwise} I was there.")
    text = proposed("keep", letters=(believed, doubted), learnt=(learnt(doubted.content, "eli"),))[2]["text"]
    kept = script.claim(text)
    assert kept
    assert kept.event == "told:eli:ann:coins"
    assert proposed("keep", learnt=(learnt(BRIDGE, WORLD, "witnessed"),))[0] == "keep_seen"
    assert nothing("keep", learnt=(learnt(COINS, "cat"),), cache=(recalled("x", COINS),))
    assert nothing("keep")


def test_recollect_asks_ones_memory_what_one_was_asked() -> None:
    asked = letter("dan", "ann", WHO_STOLE, read=4)
    assert proposed("recollect", letters=(asked,))[1:] == ("recall", {"query": WHO_STOLE})
    assert nothing("recollect", letters=(asked,), cache=(recalled(WHO_STOLE),))
    assert nothing("recollect", letters=(asked,), round=40)  # nobody waits for ever


def test_answer_says_what_one_found_or_that_there_is_nothing() -> None:
    asked = letter("dan", "ann", WHO_STOLE, read=4)
    drive, _, params = proposed("answer", letters=(asked,), cache=(recalled(WHO_STOLE, FLOUR),))
    assert (drive, params["targets"]) == ("answer", ["dan"])
    assert part("dan").hear(params["content"], "ann", "dan").claims == (part("ann").script.claim(FLOUR),)
    assert proposed("answer", people=("dan",), letters=(asked,), cache=(recalled(WHO_STOLE),))[0] == "nothing"
    answered = letter("ann", "dan", params["content"], sent=5)
    assert nothing("answer", letters=(asked, answered), cache=(recalled(WHO_STOLE, FLOUR),))


def test_answer_gives_news_of_whom_it_was_asked_about() -> None:
    asked = letter("eli", "ann", "What is being said of Dan?", read=4)
    seen = (recalled("What is being said of Dan?", COINS, SEEN),)
    params = proposed("answer", letters=(asked,), cache=seen)[2]
    assert part("eli").hear(params["content"], "ann", "eli").claims == (part("ann").script.claim(SEEN),)


def test_tell_goal_calls_it_to_mind_and_tells_it_once() -> None:
    drive, action, params = proposed("tell_goal", goals=(TELL,))
    assert (drive, action) == ("prepare", "recall")
    assert part("ann").script.claim(params["query"]) == part("ann").script.claim(BELL)
    known = (recalled(TELL, BELL),)
    drive, _, params = proposed("tell_goal", goals=(TELL,), cache=known)
    assert (drive, params["targets"]) == ("tell", ["cat"])
    assert "I rang the bell in the church." in params["content"] or "was rung by me" in params["content"]
    assert nothing("tell_goal", goals=(TELL,), cache=known, letters=(letter("ann", "cat", BELL),))


def test_pass_on_brings_news_to_whom_it_concerns() -> None:
    news = letter("dan", "ann", f"{SEEN} I was there.", read=4)
    drive, _, params = proposed("pass_on", people=("cat",), status={"trust:dan": 2}, letters=(news,))
    assert params["targets"] == ["cat"]
    assert drive in ("concern", "gossip")
    assert part("cat").hear(params["content"], "ann", "cat").hops == 1
    told = letter("ann", "cat", SEEN, sent=3)
    assert nothing("pass_on", people=("cat",), status={"trust:dan": 2}, letters=(news, told))
    assert nothing("pass_on", people=("cat",), status={"trust:dan": -1}, letters=(news,))  # not what one disbelieves


def test_verify_asks_somebody_named_who_has_not_told_it() -> None:
    doubt = (letter("cat", "ann", COINS), letter("dan", "ann", COINS_FROM_DAN, sent=2))
    drive, _, params = proposed("verify", letters=doubt, status={"trust:cat": 2, "trust:dan": 2})
    assert (drive, params["targets"]) == ("whether", ["bob"])
    asked = part("bob").hear(params["content"], "ann", "bob").asks
    assert asked
    assert asked.event == "coins"
    again = (*doubt, letter("ann", "bob", params["content"], sent=4))
    assert nothing("verify", letters=again, status={"trust:cat": 2, "trust:dan": 2})
    assert nothing("verify", letters=doubt[:1])


def test_pursue_makes_a_doubt_a_goal_and_settle_concludes_it() -> None:
    doubt = (letter("cat", "ann", COINS), letter("bob", "ann", COINS_FROM_DAN, sent=2))
    drive, action, params = proposed("pursue", letters=doubt, status={"trust:cat": 2})
    assert (drive, action) == ("new_goal", "push_goal")
    goal = params["text"]
    assert nothing("pursue", letters=doubt, status={"trust:cat": 2}, goals=(goal,))
    assert nothing("settle", letters=doubt, status={"trust:cat": 2}, goals=(goal,))
    settled = proposed("settle", letters=doubt, goals=(goal,), cache=(recalled("coins", COINS),))
    assert settled[:2] == ("conclude", "conclude")
    assert part("ann").script.claims(settled[2]["text"])


def test_settle_concludes_what_a_second_mouth_has_confirmed() -> None:
    both = (letter("cat", "ann", COINS, read=3), letter("bob", "ann", COINS_OTHERWISE, sent=2, read=4))
    drive, action, params = proposed("settle", letters=both)
    assert (drive, action) == ("conclude", "conclude")
    assert part("ann").script.claims(params["text"]) == (part("ann").script.claim(COINS),)
    assert nothing("settle", letters=both, cache=(did("conclude", params),))
    assert nothing("settle", letters=both[:1])
    assert nothing("settle", letters=both, round=20)  # no longer new


def test_feel_and_seek_out_are_moved_by_news_of_somebody_dear() -> None:
    news = (letter("dan", "ann", f"{COINS} I was there.", read=4),)
    drive, action, params = proposed("feel", letters=news)
    assert (drive, action, params["key"]) == ("feel", "update_status", "mood")
    assert "Cat" in params["value"]
    assert nothing("feel", letters=news, status={"mood": params["value"]})
    assert nothing("feel", letters=news, cache=(did("update_status", {"key": "mood"}),))
    drive, action, goal = proposed("seek_out", letters=news)
    assert (drive, action) == ("seek_out", "push_goal")
    seen = situation("ann", letters=news, goals=(goal["text"],))
    assert [intent.kind for _, intent in seen.wants] == ["meet"]
    assert nothing("seek_out", letters=news, people=("bob", "cat"))
    for name in ("feel", "seek_out"):
        assert nothing(name, letters=(letter("dan", "ann", SEEN, read=4),))  # Dan is nobody dear
        assert nothing(name, letters=news, round=20)
        assert nothing(name, letters=(letter(WORLD, "ann", COINS, read=4),))


def test_ask_turns_to_oneself_then_to_those_here_then_to_a_friend() -> None:
    assert proposed("ask", goals=(LEARN,)) == ("prepare", "recall", {"query": WHO_STOLE})
    asked_self = (recalled(WHO_STOLE),)
    here = proposed("ask", people=("dan",), goals=(LEARN,), cache=asked_self)
    assert (here[0], here[2]["targets"]) == ("ask", ["dan"])
    assert WHO_STOLE in here[2]["content"]
    assert proposed("ask", goals=(LEARN,), cache=asked_self)[2]["targets"] == ["cat"]
    assert nothing("ask", people=("dan",), goals=(LEARN,), cache=(recalled(WHO_STOLE, FLOUR),))


def test_ask_for_news_of_those_here() -> None:
    drive, _, params = proposed("ask_for_news", people=("dan",))
    assert (drive, params["targets"]) == ("news", ["dan"])
    asked = letter("ann", "dan", "What news, Dan?")
    assert proposed("ask_for_news", people=("dan",), letters=(asked,))[0] == "curious"
    assert nothing("ask_for_news")


def test_tend_goals_drops_what_is_reached_and_is_never_without_one() -> None:
    told = (letter("ann", "cat", BELL),)
    assert proposed("tend_goals", goals=(LEARN, TELL), letters=told)[:2] == ("reached", "pop_goal")
    assert proposed("tend_goals", goals=(TELL,), letters=told)[:2] == ("reached", "replace_goal")
    assert proposed("tend_goals")[:2] == ("rest", "push_goal")
    assert nothing("tend_goals", goals=(TELL,))


def test_tend_goals_gives_up_what_three_could_not_tell() -> None:
    asked = tuple(letter("ann", other, WHO_STOLE) for other in ("bob", "cat", "dan"))
    drive, action, _ = proposed("tend_goals", goals=(LEARN,), letters=asked)
    assert (drive, action) == ("given_up", "replace_goal")


@pytest.mark.parametrize(
    ("agent", "goal", "reached"), [("dan", "Go to the mill.", "mill"), ("bob", "Read the note.", "")]
)
def test_tend_goals_knows_when_a_place_is_reached_or_a_thing_read(agent: str, goal: str, reached: str) -> None:
    read = (did("read", {"target": "note"}, {"rows": []}),)
    assert proposed("tend_goals", agent, goals=(goal,), cache=() if reached else read)[0] == "reached"


def test_travel_goes_where_a_goal_leads() -> None:
    at = Person(id="church", name="the church")
    assert proposed("travel", "bob", goals=("Read the note.",)) == ("travel", "move", {"destination": "church"})
    assert nothing("travel", "bob", goals=("Read the note.",), place=at)


def test_travel_looks_first_whether_the_one_is_there() -> None:
    at = Person(id="tavern", name="the tavern")
    near = view("cat").places
    mill = (near[0].model_copy(update={"id": "mill", "name": "the mill"}),)
    assert proposed("travel", "cat", goals=("See Ann.",), place=at, places=mill)[:2] == ("seek", "observe")
    looked = (did("observe", {"target": "mill"}, {"place": "mill", "present": [{"id": "ann"}]}),)
    gone = proposed("travel", "cat", goals=("See Ann.",), place=at, places=mill, cache=looked)
    assert gone[1:] == ("move", {"destination": "mill"})


def test_wander_stays_for_a_while() -> None:
    assert proposed("wander")[1:] == ("move", {"destination": "tavern"})
    assert nothing("wander", cache=(did("move", {"destination": "mill"}),))


def test_greet_turns_to_the_dearest_on_arrival() -> None:
    drive, action, params = proposed("greet", people=("dan", "cat"), woken_by=("arrival",))
    assert (drive, action, params["targets"]) == ("greet", "gesture", ["dan", "cat"])
    assert "Cat" in params["description"]
    assert nothing("greet", people=("cat",))


def test_look_read_here_muse_search_and_wait() -> None:
    assert proposed("look") == ("look", "observe", {"target": "mill"})
    assert nothing("look", cache=(did("observe", {"target": "mill"}),))
    note = (Person(id="note", name="the note"),)
    assert proposed("read_here", readable=note)[2]["target"] == "note"
    assert nothing("read_here", readable=note, cache=(did("read", {"target": "note"}, {"rows": []}),))
    assert proposed("muse", people=("cat",))[1:] == ("recall", {"query": "What do I know of Cat?"})
    assert nothing("muse")
    doubt = (letter("cat", "ann", COINS), letter("bob", "ann", COINS_FROM_DAN, sent=2))
    at = Person(id="tavern", name="the tavern")
    assert proposed("search", place=at, letters=doubt, status={"trust:cat": 2})[1] == "act_on"
    assert nothing("search", letters=doubt, status={"trust:cat": 2})  # it was elsewhere
    assert nothing("search", place=at, cache=(recalled("coins", COINS),))  # one has seen it
    assert nothing("search", place=at, letters=doubt, cache=(did("act_on", {"target": "tavern"}),))
    assert nothing("muse", people=("cat",), cache=(recalled("What do I know of Cat?"),))
    assert proposed("wait")[1:] == ("wait", {"timeout_rounds": 2})
    assert proposed("wait", cache=(did("wait", {}),))[2]["timeout_rounds"] > 2


def test_answer_falls_back_on_news_of_those_the_question_names() -> None:
    question = "Ann, is this true? Dan lost three coins to Bob in the tavern."
    asked = letter("eli", "ann", question, read=4)
    heard = part("ann").hear(question, "eli", "ann").asks
    assert heard
    other = recalled(heard.text, SEEN)  # of the coins nothing came to mind, but something of Dan did
    drive, _, params = proposed("answer", letters=(asked,), cache=(other,))
    assert (drive, params["targets"]) == ("answer", ["eli"])
    assert part("eli").hear(params["content"], "ann", "eli").claims == (part("ann").script.claim(SEEN),)
    assert nothing("answer", letters=(asked,), cache=(recalled(heard.text, BELL),))  # of nobody it names


def test_every_reason_that_a_drive_gives_has_its_phrase_and_every_phrase_is_given() -> None:
    phrases = set(texts("agentsensus.minds.players.phrases", "phrases", "en")["because"])
    folder = files("agentsensus.minds.players.drives")
    trees = [ast.parse(path.read_text("utf-8")) for path in folder.iterdir() if path.name.endswith(".py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    strings = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    named = [call.args[2] for call in calls if getattr(call.func, "id", "") in ("propose", "speak", "assert_")]
    reasons = {label.value for label in named if isinstance(label, ast.Constant)}
    assert len(reasons) > 20
    assert reasons <= phrases <= strings
