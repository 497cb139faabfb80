"""What a road is the road of: an event of the world, a matter of several, or a record of the memory."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agentsensus.errors import InputError, nearest
from agentsensus.events.event import Happened
from agentsensus.study.received import WorldWords
from agentsensus.study.run import Run
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of

__all__ = ["RoadSubject", "subject_of"]

_ENOUGH = 0.5
"""The share of a query, by weight, that an event must have."""
_LISTED = 4
_REPORTED = 0.6
"""The share of an event, by weight, that the content of a report must have to be a report of it."""
_COMMA = re.compile("[,，]")


@dataclass(frozen=True, slots=True)
class RoadSubject:
    """What the query means: its events by id (none for what only the memory has), its words, and who was there.

    `others` are events that the query fits almost as well.
    """

    query: str
    events: tuple[str, ...]
    text: str
    wordings: tuple[str, ...]
    witnesses: tuple[str, ...]
    since: int = 0
    is_secret: bool = False
    others: tuple[str, ...] = ()


def subject_of(run: Run, query: str) -> RoadSubject:
    """The event that a query names by id, tag of its heading, sentence or words; else the record nearest to it."""
    query = query.strip()
    if not query:
        raise InputError("the query is empty; give an event's id or some of its words")
    candidates, lexicon = _candidates(run), WorldWords.of(run.scenario)
    words = {word.strip() for word in _COMMA.split(query)}
    named = [candidate for candidate in candidates if words & {candidate.events[0], candidate.query}]
    if named and words <= {word for candidate in named for word in (candidate.events[0], candidate.query)}:
        return _joined(query, _with_reports(named, candidates, lexicon))
    quoted = next((candidate for candidate in candidates if query in candidate.wordings), None)
    if quoted:
        return _joined(query, _with_reports([quoted], candidates, lexicon))
    scored = sorted(
        ((_fit(query, candidate, lexicon), -place) for place, candidate in enumerate(candidates)), reverse=True
    )
    if scored and scored[0][0] >= _ENOUGH:
        best = candidates[-scored[0][1]]
        others = tuple(candidates[-place].events[0] for score, place in scored[1 : _LISTED + 1] if score >= _ENOUGH)
        return _joined(query, _with_reports([best], candidates, lexicon), others)
    return _record(run, query, [candidate.events[0] for candidate in candidates])


def _candidates(run: Run) -> list[RoadSubject]:
    """Every event that there is, with its heading's tag as the query it answers to."""
    scenario, happened = run.scenario, [event for event in run.log if isinstance(event, Happened) and event.id]
    before = [
        RoadSubject(
            event.matter, (event.id,), event.text, (event.text, *event.tellings), event.witnesses, 0, event.secret
        )
        for event in scenario.events
    ]
    later = [
        RoadSubject("", (event.id,), event.text[0], (*event.text, *event.tellings), event.owners, event.round)
        for event in happened
        if event.text
    ]
    return before + later


def _joined(query: str, parts: Sequence[RoadSubject], others: tuple[str, ...] = ()) -> RoadSubject:
    """Several events as one subject, told in the words of the first; whoever knows one of them knows it."""
    return RoadSubject(
        query,
        tuple(part.events[0] for part in parts),
        parts[0].text,
        tuple(text for part in parts for text in part.wordings),
        tuple(dict.fromkeys(agent for part in parts for agent in part.witnesses if part.since == parts[0].since)),
        parts[0].since,
        any(part.is_secret for part in parts),
        others,
    )


def _with_reports(
    parts: Sequence[RoadSubject], candidates: Sequence[RoadSubject], lexicon: WorldWords
) -> list[RoadSubject]:
    """Events with those in which somebody tells one of them to another, such as the Ghost telling what was done."""
    wordings = [lexicon.words(text) for part in parts for text in part.wordings]
    telling = [other for other in candidates if other not in parts and _reports(other.text, wordings, lexicon)]
    return [*parts, *telling]


def _reports(text: str, wordings: Sequence[frozenset[str]], lexicon: WorldWords) -> bool:
    plain = lexicon.names.canonical(text)
    matches = (pattern.match(plain) for pattern in rules_of(language(plain)).comparing.reports)
    contents = [lexicon.words(match["rest"]) for match in matches if match]
    weight = lexicon.weight
    return any(
        weight(content & own) >= _REPORTED * max(weight(own), weight(content))
        for content in contents
        for own in wordings
    )


def _fit(query: str, candidate: RoadSubject, lexicon: WorldWords) -> float:
    """How well an event answers a query: the share of the query that it has, a little more if that is most of it."""
    words, persons = lexicon.words(query), lexicon.persons(query)
    asked = lexicon.weight(words) + len(persons)
    if not asked:
        return 0.0
    event_words = frozenset(word for text in candidate.wordings for word in lexicon.words(text))
    about = lexicon.persons(candidate.text)
    met = lexicon.weight(words & event_words) + len(persons & about)
    brevity = max(
        lexicon.weight(words & own) / (1 + lexicon.weight(own)) for own in map(lexicon.words, candidate.wordings)
    )
    company = len(persons & about) / len(persons | about) if persons else 0.0
    return round(met / asked + 0.3 * brevity + 0.2 * company + 0.03 * candidate.is_secret, 6)


def _record(run: Run, query: str, ids: Iterable[str]) -> RoadSubject:
    """The record of the memory that is nearest to a query which no event answers."""
    knowers = run.memory.who_knows(query)
    lexicon = WorldWords.of(run.scenario)
    words = lexicon.words(query)
    fitting = [knower for knower in knowers if lexicon.words(knower.text) & words]
    if not fitting:
        raise InputError(f"{query!r}: nothing in this run answers to that{nearest(query, list(ids))}")
    record = run.memory.get(fitting[0].record)
    wordings = tuple(dict.fromkeys(wording.text for wording in record.wordings))
    knew = tuple(knower.agent for knower in fitting if knower.record == record.id and knower.since <= record.created)
    return RoadSubject(query, (), record.text, wordings, knew, record.created)
