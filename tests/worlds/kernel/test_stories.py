"""What the rules of a round are worth: a theft told from its log, a death, and a company that plays as a model does."""

from pathlib import Path
from typing import Any

from agentsensus.testing import AttentiveMind, scripted_company
from agentsensus.worlds.events.event import Acted
from agentsensus.worlds.telling.teller import Teller
from tests.worlds.kernel.runs import EARLIER, Run
from tests.worlds.kernel.test_round import do, state, world

THEFT = {
    "eve": {
        1: do("take", thing="letter"),
        2: do("move", destination="gate"),
        4: do("read", target="letter", query="the bridge"),
        5: do("act_on", target="letter", description="pushes it under a loose stone", becomes={"hidden": True}),
        6: do("move", destination="hall"),
    },
    "ben": {3: do("say", targets=["ada"], content="My letter is gone, and so is Eve Lark.")},
    "ada": {
        4: do("move", destination="gate"),
        6: do("take", thing="letter"),
        7: do("observe", target="gate", search=True),
        8: do("take", thing="letter"),
        9: do("observe", target="letter"),
        10: do("say", targets=["ben"], content="I have your letter, and the seal is broken."),
    },
}
STORY = """\
1 Eve Lark takes the letter
2 Eve Lark sets out for the gate
3 Ben Fox says to Ada Quill: “My letter is gone, and so is Eve Lark.”
4 Ada Quill sets out for the gate
4 Eve Lark reads the letter on: the bridge
  The bridge at the gate is rotten.
5 Eve Lark acts on the letter: pushes it under a loose stone
6 Ada Quill takes the letter
  It does not happen: letter is not here, or not to be seen
6 Eve Lark sets out for the hall
7 Ada Quill looks at the gate
  Hidden there and found: the letter.
  There: Dot Vane.
8 Ada Quill takes the letter
9 Ada Quill looks at the letter
  seal: broken.
10 Ada Quill says to Ben Fox: “I have your letter, and the seal is broken.”"""


def as_told(run: Run) -> str:
    """What was done, as it is told; when something arrives or is heard is left out."""
    teller, lines = Teller(run.world), []
    for event in run.events():
        if isinstance(event, Acted) and event.action != "noop":
            lines.append(f"{event.round} {teller.turn(event.agent, event.action, event.params)}")
            result = event.data if event.ok else event.refusal
            is_plain = event.ok and event.action in ("move", "say")
            lines += [] if is_plain else [f"  {line}" for line in teller.came_of(event.action, event.ok, result)]
    return "\n".join(lines)


def test_a_letter_is_stolen_opened_read_hidden_and_found(tmp_path: Path) -> None:
    for seed in range(20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        run = Run(folder / "run", world(folder), changes={}, seed=seed)
        minds: Any = scripted_company(run.world, THEFT)
        run.play(minds, 10)
        if run.acts("eve")[0].data["taken"]:  # whether a theft is noticed is drawn by the seed
            break
    assert as_told(run) == STORY
    assert [sighting.action for sighting in minds["ada"].views[1].sightings] == []
    assert "letter" not in [thing.id for view in minds["ada"].views[:7] for thing in view.things]
    assert state(run).things.holders["letter"] == "ada"


FALL = """\
fall:
  when: {round: 5}
  where: hall
  text: Ben Fox fell down the stairs of the hall and was dead.
  tellings: [On the stairs of the hall Ben Fox fell to death.]
  grave: on
  kind: "death: → Ben Fox"
  effects: [{dies: ben}]
"""


def test_a_happening_kills_in_round_5_and_nobody_speaks_to_the_dead(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", world(tmp_path, FALL), changes={})
    run.play({agent: AttentiveMind(1, free=True) for agent in run.world.active}, 15)
    (fall,) = run.of("happened")
    assert (fall.round, fall.victims) == (5, ("ben",))
    assert state(run).gone == {"ben": "died"}
    assert {event.round for event in run.events() if isinstance(event, Acted) and event.agent == "ben"} == {1, 2, 3, 4}
    to_ben = [event for event in run.of("sent") if "ben" in event.recipients]
    assert [event.round for event in to_ben if event.round < 5]
    assert [event.round for event in to_ben if event.round >= 5] == []
    assert [event for event in run.of("delivered") if event.recipient == "ben" and event.round > 5] == []


def upkeep_share(run: Run) -> float:
    upkeep = {"read_thread", "remember", "recall", "push_goal", "pop_goal", "replace_goal"}
    acts = [event.action for event in run.of("acted")]
    return sum(action in upkeep for action in acts) / len(acts)


def questions_answered(run: Run) -> list[bool]:
    """Whether each question that was put to somebody here, and not on the way, was answered in the next round."""
    sent = run.of("sent")
    acted = {(event.round, event.agent) for event in run.of("acted")}
    spoken = {(event.round, event.sender, to) for event in sent for to in event.recipients}
    return [
        (event.round + 1, to, event.sender) in spoken
        for event in sent
        if event.content.startswith("What do you know")
        for to in event.recipients
        if event.distance[to] == 0 and (event.round + 1, to) in acted
    ]


def test_a_turn_is_a_deed_where_it_was_upkeep_before(tmp_path: Path) -> None:
    runs = {}
    for name, changes in (("earlier", EARLIER), ("ours", {})):
        folder = tmp_path / name
        folder.mkdir()
        run = Run(folder / "run", world(folder), changes=changes)
        run.play({agent: AttentiveMind(1, free=name == "ours") for agent in run.world.active}, 12)
        runs[name] = run
    assert upkeep_share(runs["earlier"]) > 0.4
    assert upkeep_share(runs["ours"]) <= 0.1
    assert len(answered := questions_answered(runs["ours"])) > 5
    assert all(answered)
    assert len(runs["ours"].of("remembered")) >= 3 * max(1, len(runs["earlier"].of("remembered")))
