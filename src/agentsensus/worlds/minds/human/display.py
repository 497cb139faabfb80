"""The texts a person reads: the introduction, each turn, and answers to questions that cost no turn."""

import re
from collections.abc import Sequence

from agentsensus.language.sentences import opened
from agentsensus.worlds.minds.human.commands import sayings
from agentsensus.worlds.minds.view import MindedRow, Person, View
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.mail import WORLD, Letter
from agentsensus.worlds.state.surroundings import SEAL, Sighting
from agentsensus.worlds.telling import Teller

__all__ = [
    "VIEW_COMMANDS",
    "goals",
    "heard_line",
    "introduction",
    "look_of",
    "map_text",
    "memory_line",
    "memory_text",
    "sighting_line",
    "thing_line",
    "things",
    "turn_text",
    "who",
    "with_names",
]

_MINDED = 3
"""Number of memory rows shown in a turn; the command `know` shows all."""


def introduction(scenario: Scenario, agent: str) -> str:
    """Return the introduction of a character: name, profile, manner and relations."""
    character, teller = scenario.characters[agent], Teller(scenario)
    who = sayings(teller.language)["you"].format(name=teller.name(agent))
    relations = [f"  {teller.name(other)}: {what}" for other, what in character.relations.items()]
    head = [
        scenario.world.title or scenario.world.name,
        scenario.world.stamp,
        who,
        character.profile,
        character.voice.manner,
    ]
    return "\n".join([*filter(None, head), *relations])


def turn_text(view: View, scenario: Scenario, before: View | None = None, missed: Sequence[View] = ()) -> str:
    """Return the text of a turn. Facts that the view `before` already showed are left out unless they have changed.

    Messages and sightings of the rounds in `missed`, in which the person was not asked, are shown too.
    """
    teller = Teller(scenario)
    patterns = sayings(teller.language)
    lines = ["", patterns["round"].format(n=view.round, place=view.place.name), *_last(view, teller)]
    lines.append(
        patterns["why"].format(reasons=_joined(teller, [teller.phrases.reasons[reason] for reason in view.woken_by]))
    )
    lines += _here(view, before, teller)
    sightings = dict.fromkeys(
        opened(sighting_line(seen, teller)) for each in (*missed, view) for seen in each.sightings
    )
    lines += sightings
    heard = sorted(
        (letter for each in (*missed, view) for letter in each.heard), key=lambda letter: not letter.overheard
    )  # messages to the player come last, to be answered
    lines += [opened(heard_line(letter, view.agent, teller)) for letter in heard]
    lines += _at_hand(view, before, teller)
    for notice in view.notices:
        senders = teller.names(notice.senders)
        lines.append(patterns["notice"].format(n=notice.count, senders=senders, begins=notice.begins))
    old = {row.id for row in before.minded} if before else set()
    fresh = [row for row in view.minded if row.id not in old][:_MINDED]
    lines += [patterns["minded"].format(row=memory_line(row, teller)) for row in fresh]
    lines.append(patterns["goal"].format(goal=view.goals[-1]) if view.goals else patterns["no_goals"])
    return "\n".join(lines)


def _here(view: View, before: View | None, teller: Teller) -> list[str]:
    """Return lines for the characters present. Visible status is shown only for those who are new or have changed."""
    seen = {person.id: person for person in before.people} if before else {}
    patterns = sayings(teller.language)
    names = [person.name for person in view.people]
    fresh = [look_of(person, teller) for person in view.people if seen.get(person.id) != person]
    looks = [f"  {look}" for look in fresh if look not in names]
    return [patterns["here"].format(people=_joined(teller, names)), *looks] if names else [patterns["alone_here"]]


def _at_hand(view: View, before: View | None, teller: Teller) -> list[str]:
    """Return lines for things and routes. Empty if they are unchanged since the last turn."""
    patterns, lines = sayings(teller.language), []
    things = [thing_line(thing, view, teller) for thing in view.things]
    if things and (before is None or before.things != view.things):
        lines.append(patterns["at_hand"].format(things=_joined(teller, things)))
    elif not things and view.readable:
        lines.append(patterns["readable"].format(readable=_joined(teller, [carrier.name for carrier in view.readable])))
    away = [patterns["away"].format(name=place.name, n=place.rounds) for place in view.places]
    if away and (before is None or before.place.id != view.place.id):
        lines.append(patterns["places"].format(places=_joined(teller, away)))
    return lines


def _last(view: View, teller: Teller) -> list[str]:
    turns = [turn for turn in view.cache if turn.action not in ("none", "noop")]
    if not turns:
        return []
    turn = turns[-1]
    words = teller.turn(view.agent, turn.action, turn.params)
    came = teller.came_of(turn.action, turn.ok, turn.result)
    return [sayings(teller.language)["last"].format(turn=words), *(f"  {line}" for line in came)]


def _joined(teller: Teller, parts: list[str]) -> str:
    return teller.phrases.between.join(parts)


def map_text(view: View, scenario: Scenario) -> str:
    """Return a list of all reachable places with the rounds to each, nearest first."""
    patterns, teller = sayings(scenario.world.language), Teller(scenario)
    here = view.place.id
    ways = [(scenario.map.distance(here, place) or 0, place) for place in scenario.map.reachable(here)]
    lines = [f"  {patterns['away'].format(name=teller.name(place), n=rounds)}" for rounds, place in sorted(ways)]
    return "\n".join([patterns["map"].format(place=view.place.name), *lines]) if lines else patterns["no_ways"]


def who(view: View, scenario: Scenario) -> str:
    """Return a list of the characters present with their visible status, and of places where others were last seen."""
    patterns, teller = sayings(scenario.world.language), Teller(scenario)
    here = {person.id for person in view.people}
    lines = [f"  {look_of(person, teller)}" for person in view.people]
    seen = sorted((round_, id_, place) for id_, (place, round_) in view.seen.items() if id_ not in here)
    elsewhere = [
        "  " + patterns["last_seen"].format(name=teller.name(id_), place=teller.name(place), n=round_)
        for round_, id_, place in reversed(seen)
        if id_ != view.agent
    ]
    return (
        "\n".join([*(lines and [patterns["who"], *lines]), *(elsewhere and [patterns["others"], *elsewhere])])
        or (patterns["alone_here"])
    )


def things(view: View, scenario: Scenario) -> str:
    """Return a list of the things within reach, with their visible status and holders."""
    patterns, teller = sayings(scenario.world.language), Teller(scenario)
    lines = [f"  {thing_line(thing, view, teller)}" for thing in view.things]
    return "\n".join([patterns["things"], *lines]) if lines else patterns["no_things"]


def goals(view: View, scenario: Scenario) -> str:
    """Return a list of all goals of the character."""
    patterns = sayings(scenario.world.language)
    if not view.goals:
        return patterns["no_goals"]
    return "\n".join([patterns["goals"], *(f"  {place}. {goal}" for place, goal in enumerate(view.goals, 1))])


def memory_text(rows: tuple[MindedRow, ...], scenario: Scenario) -> str:
    """Return memory rows as text, with their sources."""
    patterns, teller = sayings(scenario.world.language), Teller(scenario)
    lines = [f"  {memory_line(row, teller)}" for row in rows]
    return "\n".join([patterns["know"], *lines]) if lines else patterns["know_nothing"]


VIEW_COMMANDS = {"map": map_text, "who": who, "things": things, "goals": goals}
"""The commands that can be answered from the view alone, with the functions that answer them."""


def look_of(person: Person, teller: Teller) -> str:
    """Return a line about a character who is present, with visible status and things held."""
    patterns = sayings(teller.language)
    looks = [patterns["look_pair"].format(key=key, value=value) for key, value in person.status.items()]
    looks += [patterns["holds"].format(things=teller.names(person.holds))] if person.holds else []
    return (
        patterns["look"].format(name=person.name, looks=patterns["look_between"].join(looks)) if looks else person.name
    )


def heard_line(letter: Letter, agent: str, teller: Teller) -> str:
    """Return a line with a message or gesture and its sender."""
    patterns, content = sayings(teller.language), " ".join(letter.content.split())
    if letter.sender == WORLD:
        return content
    kind = "sign" if letter.kind == "gesture" else "overheard" if letter.overheard else "word"
    content = content.rstrip(".。") if kind == "sign" else content
    if kind == "word":
        kind = "letter" if letter.afar else "said"
    to = teller.names([id_ for id_ in letter.recipients if id_ != agent])
    return patterns[f"hear_{kind}"].format(who=teller.name(letter.sender), to=to, content=content)


def with_names(text: str, scenario: Scenario) -> str:
    """Return a text with ids replaced by names."""
    teller = Teller(scenario)
    ids = sorted({*scenario.characters, *scenario.places, *scenario.carriers}, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w./])(?:{'|'.join(map(re.escape, ids))})(?![\w/])")
    return pattern.sub(lambda found: teller.name(found.group()), text)


def sighting_line(sighting: Sighting, teller: Teller) -> str:
    """Return a line about an arrival, a departure or an action that was seen."""
    if sighting.kind == "did":
        return teller.turn(sighting.who, sighting.action, sighting.params)
    words = {"who": teller.name(sighting.who), "to": teller.name(sighting.to)}
    return sayings(teller.language)[f"saw_{sighting.kind}"].format(**words)


def thing_line(thing: Person, view: View, teller: Teller) -> str:
    """Return a line about a thing within reach: its seal, its status, and whether it can be read."""
    patterns = sayings(teller.language)
    looks = [patterns["mine"]] if thing.id in view.holds else []
    looks += [patterns[f"seal_{thing.status[SEAL]}"]] if SEAL in thing.status else []
    pairs = ((key, value) for key, value in thing.status.items() if key != SEAL)
    looks += [patterns["look_pair"].format(key=key, value=value) for key, value in pairs]
    looks += [patterns["can_read"]] if thing.id in {readable.id for readable in view.readable} else []
    return _with_looks(thing.name, looks, patterns)


def _with_looks(name: str, looks: list[str], patterns: dict[str, str]) -> str:
    return patterns["look"].format(name=name, looks=patterns["look_between"].join(looks)) if looks else name


def memory_line(row: MindedRow, teller: Teller) -> str:
    """Return a line with a memory row and its source."""
    return teller.row({"text": row.text, "via": row.via, "from": row.source})
