"""Each drive on a small view of its own: what it proposes and why, and when it proposes nothing."""

import ast
import inspect
from importlib.resources import files
from typing import Any

import pytest

from agentsensus.base.texts import texts
from agentsensus.worlds.minds.players.chores import Chore, chores_of
from agentsensus.worlds.minds.players.drives import DRIVES
from agentsensus.worlds.minds.players.drives.errands import destination
from agentsensus.worlds.minds.players.player import Player
from agentsensus.worlds.minds.players.situation import Want
from agentsensus.worlds.minds.view import NearbyPlace, Person
from agentsensus.worlds.scenario.goals import LearnIntent
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.character import Learnt
from agentsensus.worlds.state.mail import WORLD
from tests.worlds.kernel.runs import done
from tests.worlds.minds.mill import (
    BELL,
    COINS,
    COINS_FROM_DAN,
    FLOUR,
    SEEN,
    choice,
    did,
    learnt,
    letter,
    notice,
    offer,
    player_state,
    recalled,
    situation,
    view,
)
from tests.worlds.minds.quay import DROWNED, at_quay

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
    player, shown = Player(player_state("ann")), view("ann", notices=(notice("cat"),))
    best = choice(situation("ann", notices=(notice("cat"),))).decision
    assert done(player.decide(shown)).model_copy(update={"upkeep": None}) == best
    assert done(player.decide(view("eli"))).action


def test_read_mail_reads_the_first_thread() -> None:
    assert proposed("read_mail", notices=(notice("cat"),)) == ("mail", "read_thread", {"thread": "ann+cat"})
    assert nothing("read_mail")
    found = offer("read_mail", situation("ann", notices=(notice(WORLD),)))
    assert found
    assert WORLD not in found.decision.because


def chores(kind: str, agent: str = "ann", **given: Any) -> list[Chore]:
    """What is to be done beside the deed, of one kind."""
    return [chore for chore in chores_of(situation(agent, **given)) if chore.kind == kind]


def test_upkeep_goes_beside_the_deed_where_it_is_free_and_costs_a_turn_where_it_is_not() -> None:
    news = letter("cat", "ann", f"{FLOUR} I was there.", read=5)
    given: dict[str, Any] = {"letters": (news,), "learnt": (learnt(news.content, "cat"),), "goals": (LEARN,)}
    free = done(Player(player_state("ann")).decide(view("ann", **given)))
    assert free.upkeep
    assert player_state("ann").script.claims(free.upkeep.keep[0])[0] == player_state("ann").script.claim(FLOUR)
    paper = {**given, "rules": Rules.presets["paper"]}
    assert done(Player(player_state("ann")).decide(view("ann", **paper))).action == "remember"
    assert nothing("chore", **given)
    assert proposed("chore", **paper)[:2] == ("keep", "remember")


def test_trust_falls_with_lies_and_follows_harm() -> None:
    own = recalled("coins", COINS)
    false = letter("cat", "ann", f"{COINS_FROM_DAN} I was there.")
    (trust,) = chores("status", cache=(own,), letters=(false,))
    assert (trust.key, trust.value) == ("trust:cat", 2)
    assert chores("status", cache=(own,), letters=(false,), status={"trust:cat": 2}) == []
    right = letter("dan", "ann", f"{COINS} I was there.")
    assert chores("status", cache=(own,), letters=(right,)) == []  # to be right is no favour


def test_confront_tells_the_teller_what_one_saw() -> None:
    false = letter("cat", "ann", f"{COINS_FROM_DAN} I was there.")
    drive, action, params = proposed("confront", cache=(recalled("coins", COINS),), letters=(false,))
    assert (drive, action, params["targets"]) == ("confront", "say", ["cat"])
    heard = player_state("cat").hear(params["content"], "ann", "cat")
    assert heard.claims == (player_state("ann").script.claim(COINS),)
    again = letter("ann", "cat", params["content"], sent=5)
    assert nothing("confront", cache=(recalled("coins", COINS),), letters=(false, again))
    assert nothing("confront", letters=(false,))


def test_confront_disputes_what_one_has_otherwise_on_better_grounds() -> None:
    better = letter("cat", "ann", f"{COINS} I was there.")
    false = letter("dan", "ann", f"{COINS_FROM_DAN} I was there.", sent=2)
    drive, action, params = proposed("confront", letters=(better, false))
    assert (drive, action, params["targets"]) == ("dispute", "say", ["dan"])
    assert player_state("dan").hear(params["content"], "ann", "dan").claims == (
        player_state("ann").script.claim(COINS),
    )
    assert nothing("confront", letters=(better, false), status={"trust:cat": 0})  # one man's word
    assert nothing("confront", letters=(better, false), status={"trust:dan": 2})  # in doubt


def test_retract_gives_way_to_an_eyewitness_and_a_liar_stands_by_it() -> None:
    mine = letter("ann", "cat", COINS_FROM_DAN, sent=1, read=None)
    against = letter("cat", "ann", f"You told me something else, Ann. {COINS} I was there.", sent=3, read=4)
    assert proposed("retract", letters=(mine, against))[:2] == ("retract", "say")
    assert proposed("retract", letters=(mine, against), cache=(recalled("coins", COINS),))[:2] == ("stand", "say")
    assert nothing("retract", letters=(mine,))


def test_one_keeps_what_one_believes_and_of_the_rest_that_it_was_said() -> None:
    script = player_state("ann").script
    believed = letter("cat", "ann", f"{FLOUR} I was there.", read=5)
    (kept,) = chores("keep", letters=(believed,), learnt=(learnt(believed.content, "cat"),))
    claim = script.claim(FLOUR)
    assert claim
    assert claim in script.claims(kept.text)
    otherwise = script.wordings(script.versions(claim)[0])[0]
    doubted = letter("eli", "ann", f"{otherwise} I was there.", read=5)
    earlier = letter("cat", "ann", f"{FLOUR} I was there.", read=2)
    (kept,) = chores("keep", letters=(earlier, doubted), learnt=(learnt(doubted.content, "eli"),))
    disbelieved = [claim.event for claim in script.claims(kept.text)]
    assert "told:eli:ann:flour" in disbelieved
    assert "flour" not in disbelieved
    assert chores("keep", learnt=(learnt(COINS, "cat"),)) == []  # Ann was there herself
    assert chores("keep") == []


def test_whoever_overhears_you_keeps_it_of_the_one_it_was_said_to() -> None:
    script = player_state("ann").script
    words = letter("cat", "eli", "You stole five sacks of flour from the mill. I was there.", read=5)
    lesson = Learnt("overheard", words.content, "cat", words.id)
    (kept,) = chores("keep", letters=(words,), learnt=(lesson,))
    assert script.claim(FLOUR) in script.claims(kept.text)


def test_recollect_asks_ones_memory_what_one_was_asked() -> None:
    asked = letter("dan", "ann", WHO_STOLE, read=4)
    paper: dict[str, Any] = {"rules": Rules.presets["paper"]}
    assert proposed("recollect", letters=(asked,), **paper)[1:] == ("recall", {"query": WHO_STOLE})
    assert nothing("recollect", letters=(asked,), cache=(recalled(WHO_STOLE),), **paper)
    assert nothing("recollect", letters=(asked,), round=40, **paper)  # nobody waits for ever
    assert nothing("recollect", letters=(asked,))  # it comes to mind unasked


def test_answer_says_what_one_found_or_that_there_is_nothing() -> None:
    asked = letter("dan", "ann", WHO_STOLE, read=4)
    drive, _, params = proposed("answer", letters=(asked,), cache=(recalled(WHO_STOLE, FLOUR),))
    assert (drive, params["targets"]) == ("answer", ["dan"])
    assert player_state("dan").hear(params["content"], "ann", "dan").claims == (
        player_state("ann").script.claim(FLOUR),
    )
    assert proposed("answer", people=("dan",), letters=(asked,))[0] in ("nothing", "ask_other")
    answered = letter("ann", "dan", params["content"], sent=5)
    assert nothing("answer", letters=(asked, answered), cache=(recalled(WHO_STOLE, FLOUR),))


def test_answer_gives_news_of_whom_it_was_asked_about() -> None:
    asked = letter("bob", "ann", "What do you know of Dan, Ann?", read=4)
    seen = (recalled("What do you know of Dan, Ann?", COINS, SEEN),)
    params = proposed("answer", letters=(asked,), cache=seen)[2]
    assert player_state("bob").hear(params["content"], "ann", "bob").claims == (player_state("ann").script.claim(SEEN),)
    assert nothing("answer", letters=(letter("eli", "ann", "What do you know of Dan, Ann?", read=4),), cache=seen)


def test_tell_goal_calls_it_to_mind_and_tells_it_once_face_to_face() -> None:
    news = player_state("ann").phrases.text("goals", "tell", person="Eli", claims=COINS)
    known = (recalled(TELL, COINS),)
    drive, action, params = proposed("tell_goal", goals=(news,))
    assert (drive, action) == ("prepare", "recall")
    assert player_state("ann").script.claim(params["query"]) == player_state("ann").script.claim(COINS)
    drive, _, params = proposed("tell_goal", goals=(news,), cache=known, people=("eli",))
    assert (drive, params["targets"]) == ("tell", ["eli"])
    assert nothing("tell_goal", goals=(news,), cache=known)  # Eli is not far: one goes there
    assert nothing("tell_goal", goals=(news,), cache=known, people=("eli",), letters=(letter("ann", "eli", COINS),))
    assert nothing("tell_goal", goals=(TELL,), cache=(recalled(TELL, BELL),), people=("cat",))  # Cat was there


def test_pass_on_brings_news_to_whom_it_is_new() -> None:
    news = letter("dan", "ann", f"{FLOUR} I was there.", read=4)
    trifle = letter("dan", "ann", f"{SEEN} Cat told me so.", read=4)
    assert nothing("pass_on", people=("bob",), status={"trust:dan": 2}, letters=(trifle,))
    trusted = {"trust:dan": 2}
    drive, _, params = proposed("pass_on", people=("cat",), status=trusted, letters=(news,))
    assert params["targets"] == ["cat"]
    assert drive in ("concern", "gossip")
    assert player_state("cat").hear(params["content"], "ann", "cat").hops == 1
    told = letter("ann", "cat", FLOUR, sent=3)
    assert nothing("pass_on", people=("cat",), status=trusted, letters=(news, told))
    assert nothing("pass_on", people=("cat",), status={"trust:dan": -1}, letters=(news,))  # not what one disbelieves
    assert nothing("pass_on", people=("dan",), status=trusted, letters=(news,))  # Dan told it
    assert nothing("pass_on", people=("eli",), status={**trusted, "trust:eli": 1}, letters=(news,))  # Eli did it
    stood_by = letter("dan", "ann cat", f"{FLOUR} I was there.", read=4)
    assert nothing("pass_on", people=("cat",), status=trusted, letters=(stood_by,))


def test_verify_asks_somebody_here_who_was_there_and_has_not_told_it() -> None:
    doubt = (letter("cat", "ann", COINS), letter("dan", "ann", COINS_FROM_DAN, sent=2))
    trusted = {"trust:cat": 2, "trust:dan": 2}
    drive, _, params = proposed("verify", people=("bob",), letters=doubt, status=trusted)
    assert (drive, params["targets"]) == ("whether", ["bob"])
    asked = player_state("bob").hear(params["content"], "ann", "bob").asks
    assert asked
    assert asked.event == "coins"
    again = (*doubt, letter("ann", "bob", params["content"], sent=4))
    assert nothing("verify", people=("bob",), letters=again, status=trusted)
    assert nothing("verify", people=("bob",), letters=doubt[:1])
    assert nothing("verify", people=("eli",), letters=doubt, status=trusted)


def test_a_doubt_becomes_a_goal_once() -> None:
    doubt = (letter("cat", "ann", COINS), letter("bob", "ann", COINS_FROM_DAN, sent=2))
    (goal,) = chores("add", letters=doubt, status={"trust:cat": 2}, goals=(LEARN,))
    assert goal.drive == "new_goal"
    assert chores("add", letters=doubt, status={"trust:cat": 2}, goals=(LEARN, goal.text)) == []


def test_ask_turns_to_witnesses_here_then_to_a_friend_far_away() -> None:
    paper = Rules.presets["paper"]
    assert proposed("ask", goals=(LEARN,), rules=paper) == ("prepare", "recall", {"query": WHO_STOLE})
    here = proposed("ask", people=("dan",), goals=(LEARN,))
    assert (here[0], here[2]["targets"]) == ("ask", ["dan"])
    assert WHO_STOLE in here[2]["content"]
    assert nothing("ask", people=("cat",), goals=(LEARN,))  # Cat was not there
    assert nothing("ask", goals=(LEARN,))  # Dan was, but is no friend to write to
    assert nothing("ask", people=("dan",), goals=(LEARN,), cache=(recalled(WHO_STOLE, FLOUR),))
    assert nothing("ask", people=("eli",), goals=(LEARN,))  # nobody asks a foe
    far = (NearbyPlace(id="church", name="the church", rounds=4),)
    friend: dict[str, Any] = {"status": {"trust:dan": 2}, "places": far, "seen": {"dan": ("church", 3)}}
    assert proposed("ask", goals=(LEARN,), **friend)[2]["targets"] == ["dan"]


def test_whoever_was_sought_is_spoken_to_once_and_an_enemy_in_other_words() -> None:
    came = did("move", {"destination": "mill"}, {"to": "mill", "arrives": 5})
    drive, action, params = proposed("seek_out", "cat", people=("ann",), goals=("See Ann.",), cache=(came,))
    assert (drive, action, params["targets"]) == ("sought", "gesture", ["ann"])
    went = did("gesture", params)
    assert nothing("seek_out", "cat", people=("ann",), goals=("See Ann.",), cache=(came, went))
    assert nothing("seek_out", "cat", people=("dan",), goals=("See Ann.",), cache=(came,))
    foe = proposed("seek_out", "cat", people=("ann",), goals=("See Ann.",), status={"trust:ann": -2})[2]
    assert player_state("ann").hear(foe["content"], "cat", "ann").act == "sought_foe"


def test_goals_are_dropped_when_reached_and_nobody_is_without_one() -> None:
    told = (letter("ann", "cat", BELL),)
    (reached,) = chores("done", goals=(LEARN, TELL), letters=told)
    assert (reached.drive, reached.text) == ("reached", TELL)
    (last,) = chores("replace", goals=(TELL,), letters=told)
    assert last.key == TELL
    assert [chore.drive for chore in chores("add")] == ["rest"]


def test_a_goal_is_given_up_when_two_could_not_tell() -> None:
    asked = tuple(letter("ann", other, WHO_STOLE) for other in ("bob", "dan"))
    (given_up,) = chores("done", goals=("Bake bread.", LEARN), letters=asked, round=9)
    assert given_up.drive == "given_up"
    assert chores("done", goals=("Bake bread.", LEARN), letters=asked[:1], round=9) == []


@pytest.mark.parametrize(
    ("agent", "goal", "reached"), [("dan", "Go to the mill.", "mill"), ("bob", "Read the note.", "")]
)
def test_a_goal_knows_when_a_place_is_reached_or_a_thing_read(agent: str, goal: str, reached: str) -> None:
    read = (did("read", {"target": "note"}, {"rows": []}),)
    assert chores("replace", agent, goals=(goal,), cache=() if reached else read)[0].drive == "reached"


def test_travel_goes_where_a_goal_leads() -> None:
    at = Person(id="church", name="the church")
    assert proposed("travel", "bob", goals=("Read the note.",)) == ("travel", "move", {"destination": "church"})
    assert nothing("travel", "bob", goals=("Read the note.",), place=at)


def test_nobody_travels_to_a_foe_or_far_among_foes_only_to_ask() -> None:
    want = Want("Find out from Eli who stole the flour.", LearnIntent(event="flour"))
    asked = letter("ann", "cat", "Who stole the flour?", sent=2)  # long ago, and no answer came
    near = view("ann").places[0]

    def leads_to(rounds: int, eli: str) -> str | None:
        places = tuple(near.model_copy(update={"id": id_, "rounds": rounds}) for id_ in ("tavern", "church"))
        seen = {"eli": (eli, 4), "bob": ("church", 4), "dan": ("church", 4)}
        return destination(situation("ann", letters=[asked], places=places, seen=seen, round=20), want)

    assert leads_to(1, "tavern") == "church"  # to Bob, whom Ann trusts, and not to Eli
    assert leads_to(1, "church") == "church"  # next door one goes all the same
    assert leads_to(5, "tavern") == "church"
    assert leads_to(5, "church") is None


def test_nobody_is_sought_again_where_one_has_gone_and_found_nobody() -> None:
    gone = did("move", {"destination": "tavern"}, {"to": "tavern", "arrives": 4}, 3)
    there = {"ann": ("tavern", 2)}
    assert situation("cat", seen=there).where("ann") == "tavern"
    assert situation("cat", seen=there, cache=(gone,)).where("ann") is None
    assert situation("cat", seen={"ann": ("tavern", 4)}, cache=(gone,)).where("ann") == "tavern"


def test_travel_seeks_somebody_where_it_was_last_seen() -> None:
    at = Person(id="tavern", name="the tavern")
    mill = (view("cat").places[0].model_copy(update={"id": "mill", "name": "the mill"}),)
    assert proposed("travel", "cat", goals=("See Ann.",), place=at, places=mill) == (
        "seek",
        "move",
        {"destination": "mill"},
    )
    assert nothing("travel", "cat", goals=("See Ann.",), place=at, places=mill, is_held=True)
    assert nothing("travel", "cat", goals=("See Ann.",), place=at, places=mill, seen={"ann": ("tavern", 4)})


def test_wander_goes_home_and_from_there_to_a_friend() -> None:
    away: dict[str, Any] = {
        "place": Person(id="tavern", name="the tavern"),
        "places": (NearbyPlace(id="mill", name="mill", rounds=1),),
    }
    assert proposed("wander", **away)[1:] == ("move", {"destination": "mill"})
    assert nothing("wander", people=("cat",), **away)  # a friend is here
    assert nothing("wander", cache=(did("move", {"destination": "tavern"}),), **away)
    assert nothing("wander")  # at home, and no friend was seen nearby
    assert proposed("wander", seen={"cat": ("tavern", 3)})[1:] == ("move", {"destination": "tavern"})


def test_greet_turns_to_the_dearest_on_arrival_once() -> None:
    drive, action, params = proposed("greet", people=("dan", "cat"), woken_by=("arrival",))
    assert (drive, action, params["targets"]) == ("greet", "gesture", ["cat"])
    assert "Cat" in params["description"]
    assert nothing("greet", people=("cat",))
    assert nothing("greet", people=("cat",), woken_by=("arrival",), cache=(did("gesture", {"targets": ["cat"]}),))


def test_look_read_here_muse_search_and_wait() -> None:
    paper = Rules.presets["paper"]
    assert proposed("look") == ("look", "observe", {"target": "mill"})
    assert nothing("look", cache=(did("observe", {"target": "mill"}),))
    note = (Person(id="note", name="the note"),)
    assert proposed("read_here", readable=note)[2]["target"] == "note"
    assert nothing("read_here", readable=note, cache=(did("read", {"target": "note"}, {"rows": []}),))
    assert proposed("muse", people=("cat",), rules=paper)[1:] == ("recall", {"query": "What do I know of Cat?"})
    assert nothing("muse", rules=paper)
    assert nothing("muse", people=("cat",))
    assert nothing("muse", people=("cat",), cache=(recalled("What do I know of Cat?"),), rules=paper)
    assert nothing("search", cache=(recalled("coins", COINS),))
    assert proposed("wait")[1:] == ("wait", {"timeout_rounds": 2})
    assert proposed("wait", cache=(did("wait", {}),))[2]["timeout_rounds"] > 2


def test_search_looks_where_something_grave_happened_that_one_only_heard_of() -> None:
    heard = letter("eve", "finn", f"{DROWNED} I was there.", read=5)
    searching = offer("search", at_quay("finn", letters=(heard,)))
    assert searching
    assert searching.decision.action == "act_on"
    assert offer("search", at_quay("eve")) is None  # Eve saw it
    assert offer("search", at_quay("finn", letters=(heard,), cache=(did("act_on", {"target": "quay"}),))) is None


def test_answer_gives_another_event_of_the_scene_or_names_who_may_know() -> None:
    question = "Ann, is this true? Dan was seen in the church."
    asked = letter("bob", "ann", question, read=4)
    heard = player_state("ann").hear(question, "bob", "ann").asks
    assert heard
    drive, _, params = proposed("answer", letters=(asked,), cache=(recalled("bell", BELL),))
    assert (drive, params["targets"]) == ("answer", ["bob"])
    assert player_state("bob").hear(params["content"], "ann", "bob").claims == (player_state("ann").script.claim(BELL),)
    assert any(words in params["content"] for words in ("as to that", "of that", "all I have"))  # not what was asked
    unknown = letter("dan", "ann", "Ann, is this true? Eli stole five sacks of flour from the mill.", read=4)
    given: dict[str, Any] = {"letters": (unknown,), "cache": (recalled("coins", COINS),)}
    assert proposed("answer", people=("dan",), **given)[0] in ("ask_other", "nothing")
    assert nothing("answer", **given)  # nobody writes a letter to say that he does not know


@pytest.mark.parametrize(
    ("question", "acts"),
    [
        ("What news, Ann?", {"no_news"}),
        ("What do you know of Eli, Ann?", {"nothing_of", "ask_other"}),
        ("Where is Eli, Ann?", {"nowhere"}),
    ],
)
def test_whoever_has_nothing_to_tell_answers_what_was_asked(question: str, acts: set[str]) -> None:
    replies = [
        proposed("answer", people=("dan",), letters=(letter("dan", "ann", question, sent=round_ - 1, read=round_),))[2]
        for round_ in (4, 5)
    ]
    assert {player_state("dan").hear(reply["content"], "ann", "dan").act for reply in replies} <= acts


def test_every_reason_that_a_drive_gives_has_its_phrase_and_every_phrase_is_given() -> None:
    phrases = set(texts("agentsensus.worlds.minds.players", "phrases", "en")["because"])
    players = files("agentsensus.worlds.minds.players")
    paths = [*players.joinpath("drives").iterdir(), players.joinpath("chores.py"), players.joinpath("lessons.py")]
    trees = [ast.parse(path.read_text("utf-8")) for path in paths if path.name.endswith(".py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    strings = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    named = [call.args[2] for call in calls if getattr(call.func, "id", "") in ("propose", "speak", "assert_claims")]
    reasons = {label.value for label in named if isinstance(label, ast.Constant)}
    assert len(reasons) > 20
    assert reasons <= phrases <= strings
