"""A person may type anything: people present answer it, decline it, or say that they do not follow."""

import re
from pathlib import Path

import pytest

from agentsensus.worlds.minds.human.line_parser import Advice, read_line
from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.view import view_of
from agentsensus.worlds.runs import Run
from agentsensus.worlds.scenario import load
from agentsensus.worlds.state.world import World
from tests.worlds.minds.human.test_asides import played

HAMLET = load("hamlet")


@pytest.fixture(scope="module")
def marcellus() -> PlayerState:
    return player_states(HAMLET, 1)["marcellus"]


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("Where is Hamlet hiding now?", "where", "hamlet"),
        ("What do you think of the king?", "opinion", "claudius"),
        ("Did you see the king's face during the play?", "question", ""),
        ("Why did the king close the gates?", "why", ""),
        ("Come with me to the battlements", "invite", "battlements"),
        ("You are a liar!", "accuse", ""),
        ("Thank you, friend.", "thanks", ""),
        ("What are you doing here?", "intent", ""),
        ("Keep this secret, I beg you.", "secret", ""),
        ("Bananas are yellow", "statement", ""),
    ],
)
def test_a_free_line_has_a_kind(marcellus: PlayerState, line: str, kind: str, about: str) -> None:
    free = marcellus.hear(line, "horatio", "marcellus").free
    assert free is not None
    assert (free.kind, free.about) == (kind, about)


def test_lines_of_players_are_no_free_lines(marcellus: PlayerState) -> None:
    for line in ("What news, Marcellus?", "I do not follow you, Horatio.", "Where is Hamlet, officer?"):
        assert marcellus.hear(line, "horatio", "marcellus").free is None


def test_an_accusation_names_the_harm_that_the_accused_has_done(marcellus: PlayerState) -> None:
    heard = marcellus.hear("You poisoned King Hamlet in the orchard!", "horatio", "claudius")
    assert heard.act == "accuse"
    assert heard.claims
    assert not marcellus.hear("You poisoned King Hamlet in the orchard!", "horatio", "ophelia").claims


def test_free_words_are_said_to_whoever_they_are_meant_for(tmp_path: Path) -> None:
    world = World(HAMLET)
    view = view_of(world, "horatio", 1, ("start",))
    said = read_line("Who killed Polonius?", view, HAMLET)
    assert isinstance(said, Decision)
    assert said.params == {"targets": ["first_player"], "content": "Who killed Polonius?"}
    quietly = read_line("say quietly to player: Who did it?", view, HAMLET)
    assert isinstance(quietly, Decision)
    assert quietly.params == {"targets": ["first_player"], "content": "Who did it?", "quietly": True}
    gesture = read_line("comes in and goes straight to the First Player", view, HAMLET)
    assert isinstance(gesture, Decision)
    assert gesture.action == "gesture"
    for spoken in ("Do you trust the king?", "Good evening, friend. Have you seen Hamlet?", "Tell me about Ophelia"):
        aloud = read_line(spoken, view, HAMLET)
        assert isinstance(aloud, Decision)
        assert (aloud.action, aloud.params["content"]) == ("say", spoken)
    assert isinstance(read_line("go to the great hal", view, HAMLET), Advice)
    assert isinstance(read_line("go to the great hall", view, HAMLET), Decision)


def answers(run: Run, to: str) -> list[str]:
    sent = [event for event in run.played.events if event.kind == "sent" and event.round]
    return [event.content for event in sent if to in event.recipients and event.sort == "say"]


@pytest.mark.thorough
def test_every_question_is_answered_or_declined(tmp_path: Path) -> None:
    lines = ["What do you think of the king?", "Is it true that bananas are yellow?", "Who are you?", "look", "quit"]
    run, told = played(tmp_path / "run", lines, rounds=9)
    said = " ".join(answers(run, "horatio"))
    assert re.search(r"Claudius", said)
    assert re.search(r"First Player", told)
    listens = [event for event in run.played.events if event.kind == "acted" and event.because == "waits for an answer"]
    assert len(listens) >= 2
    assert len(answers(run, "horatio")) >= 3


def test_refused_commands_cost_no_turn_and_show_names(tmp_path: Path) -> None:
    run, told = played(tmp_path / "run", ["gesture claudius: bows", "look", "quit"], rounds=2)
    assert "That cannot be done: Claudius: not here to see a gesture" in told
    own = [event.action for event in run.played.events if event.kind == "acted" and event.agent == "horatio"]
    assert own[0] == "observe"


def test_three_suggestions_are_offered_and_can_be_chosen_by_number(tmp_path: Path) -> None:
    run, told = played(tmp_path / "run", ["2", "quit"], rounds=2)
    assert all(f"  {number} · " in told for number in (1, 2, 3))
    own = [event.action for event in run.played.events if event.kind == "acted" and event.agent == "horatio"]
    assert own[0] != "noop"


def test_the_story_has_an_ending(tmp_path: Path) -> None:
    _, told = played(tmp_path / "run", ["look", "look"], rounds=2)
    assert "Here your part ends" in told
    assert "Still open: " in told
