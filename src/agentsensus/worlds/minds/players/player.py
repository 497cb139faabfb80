"""Minds without a model: players moved by drives, and the null company, which acts at random.

Players are a workload with known truth, not a model of people. The null company is the baseline that shows what chance
alone does.
"""

from collections.abc import Iterator

from agentsensus.language.sentences import sentences
from agentsensus.worlds.actions import ACTIONS
from agentsensus.worlds.actions.random_params import ParamPool
from agentsensus.worlds.minds.mind import Decision, Mind
from agentsensus.worlds.minds.players.chores import chores_of, upkeep_of
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.claims.run_events import CAME, deed
from agentsensus.worlds.minds.players.drives import DRIVES, Drive, Proposal
from agentsensus.worlds.minds.players.drives.drama import CONCERNED, OPENING, TOPICAL
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["NullMind", "Player", "null_company", "players"]

_WHIM = 9
_AT_LEISURE = frozenset(("wander", "travel", "seek"))
"""Drives that may wait while a person is to be kept company."""
_PRESSING = 70
"""Minimum score of an urgent proposal, to which no random amount is added."""


class Player:
    """A mind that takes the action proposed by its strongest drive, and adds its upkeep."""

    def __init__(self, player: PlayerState, drives: tuple[Drive, ...] = DRIVES) -> None:
        self._player = player
        self._drives = drives

    async def decide(self, view: View) -> Decision:
        situation = Situation(self._player, view)
        offers = [offer for drive in self._drives if (offer := drive(situation)) is not None]
        offers = [offer for offer in offers if _is_fitting(situation, offer.decision)] or offers
        best = max(offers, key=lambda offer: self._urge(offer, view.round)).decision
        if view.rules.upkeep != "free":
            return best
        return best.model_copy(update={"upkeep": upkeep_of(chores_of(situation))})

    def _urge(self, offer: Proposal, round_: int) -> tuple[int, float]:
        """Return the score of a proposal, plus a random amount if it is not urgent, and a number that breaks ties."""
        drive = offer.decision.drive
        whim = int(self._player.chance(f"whim {drive}", round_) * _WHIM) if offer.score < _PRESSING else 0
        return offer.score + whim, self._player.chance(f"tie {drive}", round_)


def _is_fitting(situation: Situation, decision: Decision) -> bool:
    """Return whether a decision fits the moment.

    After a drama, its witnesses speak and act on nothing else. A guard does not walk away from its captive, and nobody
    from a person who has just come or spoken. In company only some characters open a subject in the same round. A
    captive without office sends no letters.
    """
    if decision.action == "move" and (situation.guarded or (situation.keeps_company and decision.drive in _AT_LEISURE)):
        return False
    is_letter = decision.action == "say" and not any(to in situation.present for to in decision.params["targets"])
    if is_letter and situation.view.is_held and not situation.player.bonds.has_office(situation.me):
        return False
    if decision.drive in OPENING and decision.action == "say" and not situation.has_floor:
        return is_letter
    if not situation.dramas or decision.drive in TOPICAL or decision.action in ("read_thread", "remember"):
        return True
    if decision.drive in CONCERNED and decision.action == "say":
        about = {person for drama in situation.dramas for person in drama.persons}
        heard = situation.player.hear(str(decision.params["content"]), situation.me, decision.params["targets"][0])
        named = {person for claim in heard.claims for person in situation.script.named(claim)}
        return bool(named & about)
    return False


def players(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """Return a player for every active character."""
    return {id_: Player(player) for id_, player in player_states(scenario, seed).items()}


class NullMind:
    """A mind that picks one of the possible actions at random, with random parameters."""

    def __init__(self, player: PlayerState) -> None:
        self._player = player

    async def decide(self, view: View) -> Decision:
        pool = _pool(self._player, view)
        drawn = {name: kind.declared.drawn(pool) for name, kind in ACTIONS.items()}
        possible = {name: params for name, params in drawn.items() if params is not None}
        name = sorted(possible)[int(pool.draw("action") * len(possible))]
        return Decision(action=name, params=possible[name], because="", drive="chance")


def _pool(player: PlayerState, view: View) -> ParamPool:
    rows = _rows(view)
    return ParamPool(
        place=view.place.id,
        people=[person.id for person in view.people],
        destinations=[place.id for place in view.places],
        readable=[carrier.id for carrier in view.readable],
        threads=[notice.thread for notice in view.notices],
        goals=view.goals,
        status=view.status,
        rows=rows,
        sentences=[*dict.fromkeys((*rows.values(), *_heard(view), *_seen(player, view)))],
        names=[view.place.name, *(person.name for person in view.people)],
        draw=lambda purpose: player.chance(f"null {purpose}", view.round),
    )


def _rows(view: View) -> dict[str, str]:
    """Return the texts of rows recalled in recent turns, by id."""
    results = [turn.result for turn in view.cache if turn.ok and turn.action == "recall"]
    return {row["id"]: row["text"] for result in results for row in result.get("rows", ())}


def _heard(view: View) -> Iterator[str]:
    for letter in view.letters:
        if letter.read is not None:
            yield from sentences(letter.content)


def _seen(player: PlayerState, view: View) -> Iterator[str]:
    """Yield a sentence for each character present."""
    for person in view.people:
        yield from player.script.wordings(Claim(deed(CAME, person.id, view.place.id)))[:1]


def null_company(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """Return a mind that acts at random for every active character."""
    return {id_: NullMind(player) for id_, player in player_states(scenario, seed).items()}
