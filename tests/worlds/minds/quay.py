"""A small world of harm and office for these tests, and hand-made views of a player in it."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.minds.view import NearbyPlace, Person, View
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.scenario.cast import Traits
from tests.worlds.scenario.worlds import written

DROWNED = "Cal pushed Ben into the harbour, and Ben drowned."
BURN = "Cal swore to burn the boat of Ada."
CHARTED = "Eve drew a chart of the sandbanks for Finn."
HELD = "Dora had Cal locked up in the customs house."
STRUCK = "Ada struck Cal with an oar on the quay."

QUAY = {
    "world.yaml": """\
name: quay
language: en
rounds: 30
message_speed: 2
map: {default_distance: 2, edges: [[quay, customs, 1], [quay, loft, 1], [customs, loft, 1]]}
deeds:
  arrest:
    {name: lock up, does: hold, by: office, text: "{doer} had {target} locked up in {place}.",
     tellings: ["{target} was locked up in {place} by {doer}."]}
  release:
    {name: let go, does: free, by: office, text: "{doer} let {target} go from {place}.",
     tellings: ["{target} was let go from {place} by {doer}."]}
  strike:
    {name: strike, does: hurt, by: anyone, text: "{doer} struck {target} with an oar on {place}.",
     tellings: ["On {place} {target} was struck with an oar by {doer}."]}
arcs:
  - {id: who_did_it, text: Nobody has said how Ben died., matter: drowned, ends_when: {knows: {drowned: [ada]}}}
""",
    "places.yaml": "quay: {name: the quay}\ncustoms: {name: the customs house}\nloft: {name: the sail loft}\n",
    "carriers.yaml": "map: {name: the chart, held_by: eve, text: [The sandbank lies north of the quay.]}\n",
    "characters.yaml": """\
ada:
  {name: Ada, at: quay, rank: 3, kin: [ben], trusts: {eve: 2, dora: 1, cal: 0, ben: 3},
   traits: {nerve: 6, candour: 7, gossip: 5},
   goals: [{text: Find out how Ben died., intent: learn drowned, question: "How did Ben die?"}]}
ben: {name: Ben, at: quay, kin: [ada], archived: dead}
cal: {name: Cal, at: quay, rank: 3, trusts: {ada: 0, eve: 1}, traits: {candour: 2}, goals: [Stay out of sight.]}
dora:
  {name: Dora, at: customs, rank: 7, office: harbour master, trusts: {eve: 2, cal: 0, ada: 1},
   goals: [{text: Lock up whoever breaks the peace., intent: do arrest to finn}]}
eve:
  {name: Eve, at: quay, rank: 3, trusts: {ada: 3, cal: 0, dora: 2, finn: 0}, traits: {loyalty: 8},
   goals: [{text: Bring Ada to the sail loft., intent: bring ada to loft}]}
finn:
  {name: Finn, at: loft, rank: 2, trusts: {cal: 2, eve: 0}, traits: {candour: 2},
   goals: [{text: Get the chart., intent: get map from eve}]}
""",
    "scenes.md": f"""\
## The quay, night: Cal, Eve
- {DROWNED}   #drowned !grave (death: Cal → Ben)
  ~ Ben was pushed by Cal into the harbour and drowned.
- {BURN}   #burn (threat: Cal → Ada)
  ~ The boat of Ada would be burnt, Cal swore.
## The sail loft, noon: Eve, Finn
- {CHARTED}   #charted
  ~ A chart of the sandbanks was drawn for Finn by Eve.
""",
}


@lru_cache(maxsize=1)
def quay() -> Scenario:
    """The quay."""
    with TemporaryDirectory() as folder:
        return load(written(Path(folder) / "quay", QUAY))


def part_at_quay(agent: str, **traits: int) -> PlayerState:
    """A character's part at the quay, with exactly these traits where any are given."""
    own = player_states(quay(), 1)[agent]
    if traits:
        own.__dict__["traits"] = Traits(**traits)
    return own


def at_quay(agent: str, people: Sequence[str] = (), part: PlayerState | None = None, **given: Any) -> Situation:
    """The turn of somebody on the quay in round 5 who sees this."""
    shown: dict[str, Any] = {
        "agent": agent,
        "round": 5,
        "goals": (),
        "status": {},
        "cache": (),
        "place": Person(id="quay", name="the quay"),
        "place_status": {},
        "people": tuple(Person(id=id_, name=id_.title()) for id_ in people),
        "readable": (),
        "places": (
            NearbyPlace(id="customs", name="the customs house", rounds=1),
            NearbyPlace(id="loft", name="the loft", rounds=1),
        ),
        "notices": (),
        "woken_by": ("goals",),
        "hints": (),
    }
    return Situation(part or part_at_quay(agent), View(**{**shown, **given}))
