"""A small English world for these tests, the courtyard, and hand-made views of a player in them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from agentsensus.worlds.minds.players.drives import DRIVES, Proposal
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.minds.view import NearbyPlace, Person, View
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.state.character import CacheEntry, Learnt
from agentsensus.worlds.state.mail import Letter, Notice
from tests.worlds.scenario.worlds import written

COURTYARD = Path(__file__).parent / "courtyard"

BURNT = "Bob burnt the deed of the farm in the oven of the mill."
COINS = "Cat lost three coins to Bob in the tavern."
COINS_OTHERWISE = "In the tavern Bob won three coins from Cat."
COINS_FROM_DAN = "Dan lost three coins to Bob in the tavern."
SEEN = "Dan was seen in the church."
BELL = "Ann rang the bell in the church."
FLOUR = "Eli stole five sacks of flour from the mill."
BRIDGE = "The bridge beside the church is closed."

MILL = {
    "world.yaml": f"""\
name: mill
language: en
message_speed: 2
map: {{default_distance: 2, edges: [[mill, tavern, 1], [tavern, church, 1]]}}
kickoff:
  - to: [ann, cat, eli]
    content: {BRIDGE}
    tellings: [[Nobody may cross the closed bridge beside the church.]]
""",
    "places.yaml": "mill: {name: the mill}\ntavern: {name: the tavern}\nchurch: {name: the church}\n",
    "carriers.yaml": "note: {name: the note, at: church, text: [Bob owes Dan two horses.]}\n",
    "characters.yaml": """\
ann:
  name: Ann
  at: mill
  voice: {turns: [Mark me], epithets: [neighbour], calls: {cat: [my dear]}}
  relations: {bob: brother, cat: friend}
  trusts: {bob: 2, cat: 3, dan: 0, eli: -2}
  traits: {nerve: 5, candour: 2, gossip: 5, curiosity: 4, loyalty: 5}
  goals:
    - text: Find out who stole the flour.
      intent: learn flour
      question: Who stole the flour?
    - text: Let Cat know about the bell.
      intent: tell bell to cat
bob:
  name: Bob
  at: mill
  relations: {ann: sister}
  trusts: {ann: 2, cat: 0, dan: -1}
  traits: {nerve: 2, candour: 5, gossip: 9}
  goals:
    - {text: Make Cat believe another tale of the oven., intent: deceive cat about burnt}
    - {text: Read the note., intent: read note}
cat:
  name: Cat
  at: tavern
  relations: {ann: friend}
  trusts: {ann: 2, bob: 1, dan: 1, eli: 0}
  traits: {nerve: 5, candour: 8}
  goals: [{text: See Ann., intent: meet ann}]
dan: {name: Dan, at: church, trusts: {cat: 1}, goals: [{text: Go to the mill., intent: reach mill}]}
eli: {name: Eli, at: tavern, trusts: {dan: 1}, goals: [{text: See Dan., intent: meet dan}]}
""",
    "scenes.md": f"""\
## The mill, night: Ann, Bob, Dan !secret
- {BURNT}   #burnt (wrong: Bob →)
  ~ The deed of the farm was burnt by Bob in the oven of the mill.
## The tavern, noon: Ann, Bob, Cat, Dan
- {COINS}   #coins
  ~ {COINS_OTHERWISE}
  ~ Three coins were lost to Bob by Cat in the tavern.
## The church, evening: Ann, Cat, Dan
- {SEEN}   #seen
  ~ In the church Dan was seen.
- {BELL}   #bell
  ~ The bell in the church was rung by Ann.
## The mill, dawn: Dan, Eli
- {FLOUR}   #flour (wrong: Eli →)
  ~ Five sacks of flour were stolen from the mill by Eli.
""",
}


@lru_cache(maxsize=8)
def mill(players: str = "") -> Scenario:
    """The mill; `players` may switch something off."""
    world = MILL["world.yaml"] + (f"players: {{{players}}}\n" if players else "")
    with TemporaryDirectory() as folder:
        return load(written(Path(folder) / "mill", {**MILL, "world.yaml": world}))


@lru_cache(maxsize=1)
def courtyard() -> Scenario:
    """The courtyard, which is Chinese."""
    return load(COURTYARD)


@lru_cache(maxsize=16)
def player_state(agent: str, players: str = "", seed: int = 1) -> PlayerState:
    """A character's part in the mill."""
    return player_states(mill(players), seed)[agent]


def view(agent: str, **given: Any) -> View:
    """What somebody sees at the mill in round 5, nothing having happened but what is given."""
    shown: dict[str, Any] = {
        "agent": agent,
        "round": 5,
        "goals": (),
        "status": {},
        "cache": (),
        "place": Person(id="mill", name="the mill"),
        "place_status": {},
        "people": (),
        "readable": (),
        "places": (
            NearbyPlace(id="tavern", name="the tavern", rounds=1),
            NearbyPlace(id="church", name="the church", rounds=2),
        ),
        "notices": (),
        "woken_by": ("goals",),
        "hints": (),
    }
    return View(**{**shown, **given})


def situation(agent: str, players: str = "", people: Sequence[str] = (), **given: Any) -> Situation:
    """The turn of somebody who sees this."""
    here = tuple(Person(id=id_, name=id_.title()) for id_ in people)
    return Situation(player_state(agent, players), view(agent, people=here, **given))


def letter(sender: str, to: str, content: str, sent: int = 1, read: int | None = 2, *, afar: bool = False) -> Letter:
    """A message that was sent, and read by whoever looks at it."""
    recipients = tuple(to.split())
    return Letter(
        id=f"{sender}{sent}{content[:9]}",
        sender=sender,
        recipients=recipients,
        kind="say",
        content=content,
        sent=sent,
        read=read,
        afar=afar,
    )


def recalled(query: str, *rows: str, via: str = "sediment", round_: int = 4, **row: Any) -> CacheEntry:
    """A turn in which one's memory was asked and gave these rows."""
    found = [{"id": text[:6], "text": text, "via": via, "since": 0, **row} for text in rows]
    return did("recall", {"query": query}, {"rows": found}, round_)


def did(action: str, params: Mapping[str, Any], result: Any = None, round_: int = 4) -> CacheEntry:
    """One of the last turns."""
    return CacheEntry(
        round=round_, action=action, params=dict(params), ok=True, result=result if result is not None else {}
    )


def notice(sender: str, thread: str = "ann+cat") -> Notice:
    """Something unread."""
    return Notice(thread=thread, senders=(sender,), kind="say", count=1, begins="…", sent=4)


def learnt(text: str, source: str, how: Literal["witnessed", "told", "read", "inferred"] = "told") -> Learnt:
    """Something heard since one last kept anything."""
    return Learnt(how, text, source)


def offer(name: str, seen: Situation) -> Proposal | None:
    """What a drive proposes, by the drive's name."""
    return next(drive for drive in DRIVES if drive.__name__ == name)(seen)


def choice(seen: Situation) -> Proposal:
    """What the strongest drive proposes."""
    return max((found for drive in DRIVES if (found := drive(seen))), key=lambda found: found.score)
