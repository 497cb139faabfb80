"""Checks of a world after it was read. Each function adds problems; `CHECKS` lists them all."""

import re
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator

from agentsensus.errors import closest
from agentsensus.language.languages import language, rules_of
from agentsensus.language.names import Names
from agentsensus.language.pronouns import is_unresolved
from agentsensus.language.reading import read
from agentsensus.language.sentences import sentences
from agentsensus.language.terms import terms
from agentsensus.models.tokens import tokens
from agentsensus.worlds.scenario.cast import Character
from agentsensus.worlds.scenario.goals import Goal, Intent
from agentsensus.worlds.scenario.reading.entries import shown
from agentsensus.worlds.scenario.reading.problems import Problems, Steps
from agentsensus.worlds.scenario.reading.slugs import is_slug, is_world_name, slug_hint, world_name_hint
from agentsensus.worlds.scenario.scenario import Scenario, SceneEvent

__all__ = ["CHECKS"]


_SECTIONS = ("characters", "places", "carriers")


def check_names(scenario: Scenario, notes: Problems) -> None:
    """Check the world's name, ids and names for duplicates and aliases for several claimants."""
    if not is_world_name(scenario.world.name):
        notes.error("world", ("name",), world_name_hint(scenario.world.name))
    _check_ids(scenario, notes)
    _check_persons(scenario, notes)
    claims: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for section in _SECTIONS:
        for id_, named in getattr(scenario, section).items():
            for name in set(named.called):
                claims[name].append((section, id_))
    for name, claimants in sorted(claims.items()):
        if len(claimants) > 1:
            who = ", ".join(id_ for _, id_ in claimants)
            section, id_ = claimants[-1]
            notes.warn(section, (id_, "aliases"), f"{name!r} is claimed by {who}, so it names none of them as an alias")


def _check_ids(scenario: Scenario, notes: Problems) -> None:
    seen: dict[str, str] = {}
    for section in _SECTIONS:
        for id_ in getattr(scenario, section):
            if id_ in seen:
                notes.error(section, (id_,), f"the id {id_!r} is taken: it is one of the {seen[id_]}")
            seen.setdefault(id_, section)
    for id_, registered in scenario.registry.items():
        kind = scenario.kind_of(id_)
        if kind and kind != registered.kind:
            notes.error("registry", (id_, "kind"), f"is {registered.kind!r}, but {id_!r} is a {kind} of this world")


def _check_persons(scenario: Scenario, notes: Problems) -> None:
    seen: dict[str, str] = {}
    for id_, called in scenario.names().items():
        if called[0] in seen:
            section = "characters" if id_ in scenario.characters else "registry"
            notes.error(section, (id_, "name"), f"is {called[0]!r}, which is the name of {seen[called[0]]!r} already")
        seen.setdefault(called[0], id_)


def check_map(scenario: Scenario, notes: Problems) -> None:
    """Check for places, for ways longer than a detour, and for unreachable places."""
    if not scenario.places:
        notes.error("places", (), "there is no place; a world needs one at least")
        return
    for edge in scenario.world.map.edges:
        shorter = scenario.map.distance(edge.one, edge.other)
        if shorter is not None and 0 < shorter < edge.rounds:
            way = " - ".join(scenario.map.route(edge.one, edge.other) or ())
            message = f"{edge.one} to {edge.other} takes {edge.rounds}, but {way} takes {shorter}"
            notes.warn("world", ("map", "edges"), message)
    starts = {character.at for character in scenario.characters.values() if character.at and not character.archived}
    reached = starts | {place for start in starts for place in scenario.map.reachable(start)}
    for place in sorted(set(scenario.places) - reached) if starts else ():
        notes.warn("places", (place,), "nobody can get there: no edge leads to it, and the map is not `connected`")


def check_characters(scenario: Scenario, notes: Problems) -> None:
    """Check characters without a place, reserved keys, relations to oneself and goals of archived characters."""
    if not scenario.active:
        notes.error("characters", (), "nobody can act; a world needs a character who is not archived")
    for id_, character in scenario.characters.items():
        if not character.at and not character.archived and "at" not in _written(notes, "characters", id_):
            notes.error("characters", (id_,), "`at` is missing: the place where the character starts")
        if "location" in character.private:
            notes.error("characters", (id_, "private"), "'location' can never be private; leave it out")
        for part in ("relations", "trusts"):
            if id_ in getattr(character, part):
                notes.warn("characters", (id_, part, id_), "is about the character itself")
        for number, turn in enumerate(character.voice.turns):
            if turn.rstrip().endswith((".", "。")):
                notes.warn("characters", (id_, "voice", "turns", number), "ends in a full stop; a comma follows a turn")
        if character.archived and character.goals:
            notes.warn("characters", (id_, "goals"), f"are never followed: {id_!r} is {character.archived}")
    for section in ("characters", "places", "carriers"):
        for id_, named in getattr(scenario, section).items():
            if "location" in named.status:
                notes.error(section, (id_, "status", "location"), "is reserved; the place is written as `at`")


def check_carriers(scenario: Scenario, notes: Problems) -> None:
    """Check carriers without exactly one location, and those that no active character can read."""
    for id_, carrier in scenario.carriers.items():
        written = _written(notes, "carriers", id_)
        places = [key for key in ("at", "held_by") if written.get(key) is not None]
        if len(places) == 2:
            notes.error("carriers", (id_, "held_by"), "it lies somewhere (`at`) or is held (`held_by`), not both")
        elif not places:
            notes.error("carriers", (id_,), "`at` or `held_by` is missing: a place, or the character who has it")
        if carrier.held_by and carrier.portable is False:
            notes.error("carriers", (id_, "portable"), f"is off, but {carrier.held_by!r} holds it")
        if carrier.held_by and scenario.characters[carrier.held_by].archived:
            notes.warn("carriers", (id_, "held_by"), f"is {carrier.held_by!r}, who is archived: nobody can read it")

    _check_documents(scenario, notes)


_SAME = 0.75
"""Minimum share of common terms, of those in the shorter sentence, at which two sentences tell one event."""


def _check_documents(scenario: Scenario, notes: Problems) -> None:
    """Check that documents do not give away secrets.

    A sentence that restates a secret event in other words is not recognised as the secret. Whoever keeps a secret and
    has a hidden document tells its other sentences to anyone.
    """
    called = scenario.names()
    if len({own[0] for own in called.values()}) < len(called):
        return
    names = Names(called)
    secrets = [event for event in scenario.events if event.secret]
    wordings = {text: event for event in scenario.events for text in (event.text, *event.tellings)}
    for id_, carrier in scenario.carriers.items():
        for number, sentence in enumerate(carrier.text):
            path: Steps = (id_, "text", number)
            told = wordings.get(sentence)
            restated = next((event for event in secrets if _restates(sentence, event, names)), None)
            if told is None and restated is not None:
                notes.warn(
                    "carriers",
                    path,
                    f"tells the secret {restated.id!r} in other words, so nobody keeps it; use a sentence of the "
                    f"event, or add this one to its tellings (~): {shown(sentence)}",
                )
            elif carrier.hidden and carrier.held_by and told is not None and not told.secret:
                mark = rules_of(scenario.world.language).world_words.hidden_mark
                kept = [goal.intent for goal in scenario.characters[carrier.held_by].goals if goal.intent]
                if any(
                    getattr(intent, "event", "") in (told.id, told.matter) for intent in kept if intent.kind == "keep"
                ):
                    notes.warn(
                        "carriers",
                        path,
                        f"is hidden by {carrier.held_by!r}, but the event {told.id!r} is no secret, so it may be read "
                        f"out to anyone; mark the event with !{mark}",
                    )


def _restates(sentence: str, event: SceneEvent, names: Names) -> bool:
    """Return whether a sentence tells an event in other words: the same names, and most of its words."""
    said = {*terms(names.canonical(sentence))}
    people = {*names.mentioned(sentence)}
    for text in (event.text, *event.tellings):
        own = {*terms(names.canonical(text))}
        if (
            people
            and people == {*names.mentioned(text)}
            and len(said & own) >= _SAME * max(1, min(len(said), len(own)))
        ):
            return True
    return False


def _written(notes: Problems, section: str, id_: str) -> dict[str, object]:
    """Return an entry as written, with its invalid values, so that a misspelt place is not reported as a missing
    one.
    """
    value = notes.sections[section].value[id_]
    return value if isinstance(value, dict) else {}


_TOKEN_LIMIT = 64


def check_events(scenario: Scenario, notes: Problems) -> None:
    """Check events for duplicate ids, repeated or too long texts, and secrets that name no character."""
    if not scenario.events and not (notes.sections["scenes"].value or "").strip():
        notes.warn("scenes", (), "nothing has happened yet: there are no scenes")
    ids: dict[str, SceneEvent] = {}
    texts: dict[str, SceneEvent] = {}
    for event in scenario.events:
        _check_id(event, ids, notes)
        _check_event_texts(event, texts, notes)
        _check_kind(event, scenario, notes)
    _check_secrets(scenario, notes)


_LIKE_A_KIND = re.compile(r"[(（]\s*(?P<kind>\w+)\s*[:：][^()（）]*[)）]\s*$")


def _check_kind(event: SceneEvent, scenario: Scenario, notes: Problems) -> None:
    """Check for brackets at the end of an event that look like a kind: `(lov: Ann → Ben)`."""
    kinds = rules_of(scenario.world.language).world_words.kinds
    for text in (event.text, *event.tellings):
        match = _LIKE_A_KIND.search(text)
        if match is None:
            continue
        near = closest(match["kind"], list(kinds))
        hint = f"did you mean {near!r}?" if near else f"the kinds are {', '.join(kinds)}"
        notes.error("scenes", (event.order,), f"there is no kind {match['kind']!r}; {hint} The text ends {match[0]!r}")


def _check_id(event: SceneEvent, seen: dict[str, SceneEvent], notes: Problems) -> None:
    if not is_slug(event.id):
        notes.error("scenes", (event.order,), slug_hint(event.id))
    elif event.id in seen:
        line = notes.sections["scenes"].line((seen[event.id].order,))
        notes.error("scenes", (event.order,), f"the event id {event.id!r} is taken by the event on line {line}")
    seen.setdefault(event.id, event)


def _check_event_texts(event: SceneEvent, seen: dict[str, SceneEvent], notes: Problems) -> None:
    texts = (event.text, *event.tellings, *event.kept_back)
    for place, text in enumerate(texts):
        path: Steps = (event.order,)
        if place > len(event.tellings):
            path = (event.order, "kept_back", place - 1 - len(event.tellings))
        elif place:
            path = (event.order, place - 1)
        if (count := tokens(text)) > _TOKEN_LIMIT:
            notes.warn(
                "scenes", path, f"has {count} tokens, more than {_TOKEN_LIMIT}; tell it as two events: {shown(text)}"
            )
        if text in texts[:place]:
            notes.warn("scenes", path, f"is word for word what stands before it: {shown(text)}")
        elif text in seen and seen[text] is not event:
            notes.warn("scenes", path, f"is told by the event {seen[text].id!r} already: {shown(text)}")
        seen.setdefault(text, event)


def _check_secrets(scenario: Scenario, notes: Problems) -> None:
    called = scenario.names()
    if len({names[0] for names in called.values()}) < len(called):
        return
    names = Names(called)
    for event in scenario.events:
        if event.secret and not names.mentioned(event.text):
            notes.warn("scenes", (event.order,), f"a secret that names no character: {shown(event.text)}")


_ABOUT_KNOWN = ("tell", "keep", "deceive", "confront")
_TO_SOMEBODY = ("tell", "meet", "deceive", "confront", "get", "bring", "do")


def check_goals(scenario: Scenario, notes: Problems) -> None:
    """Check for goals that can never be pursued or are already reached."""
    heard = _kickoff_sentences(scenario)
    for id_, character in scenario.characters.items():
        for place, written in enumerate(character.goals):
            for path, goal in _with_fallbacks(written, (id_, "goals", place)):
                if goal.intent is not None:
                    _check(scenario, character, goal, goal.intent, heard.get(id_, set()), notes, (*path, "intent"))


def _with_fallbacks(goal: Goal | None, path: Steps) -> Iterator[tuple[Steps, Goal]]:
    """Yield a goal and its fallbacks, each with its path."""
    while goal is not None:
        yield path, goal
        goal, path = goal.otherwise, (*path, "else")


def _check(
    scenario: Scenario,
    character: Character,
    goal: Goal,
    intent: Intent,
    heard: set[str],
    notes: Problems,
    path: Steps,
) -> None:
    def warn(problem: str) -> None:
        notes.warn("characters", path, f"is {str(intent)!r}, {problem}")

    events = scenario.matter(getattr(intent, "event", ""))
    knows = any(character.id in event.witnesses or heard & {event.text, *event.tellings} for event in events)
    whom = getattr(intent, "whom", None)
    if intent.kind == "learn":
        if not goal.question:
            warn("and has no `question` to ask others")
        if events and knows:
            warn("which this one knows already")
        if events and not any(_can_be_learnt(scenario, event) for event in events):
            warn("and nobody who acts knows it")
    sought = {
        getattr(goal.intent, "event", "") for goal in character.goals if goal.intent and goal.intent.kind == "learn"
    }
    if intent.kind in _ABOUT_KNOWN and events and not knows and getattr(intent, "event", "") not in sought:
        warn("of which this one knows nothing at the start")
    if intent.kind in _TO_SOMEBODY and whom and scenario.characters[whom].archived:
        notes.error("characters", path, f"is {str(intent)!r}, and {whom!r} is {scenario.characters[whom].archived}")
    if intent.kind == "tell" and whom and any(whom in event.witnesses for event in events):
        warn(f"and {whom!r} knows it already")
    if intent.kind == "get" and intent.carrier in scenario.carriers:
        carrier = scenario.carriers[intent.carrier]
        if carrier.held_by == character.id:
            warn("which this one has already")
        elif carrier.held_by != whom:
            where = f"{carrier.held_by!r} has it" if carrier.held_by else f"it lies in {carrier.at!r}"
            warn(f"and {whom!r} does not have it: {where}")
    if intent.kind == "do":
        deed = scenario.world.deeds.get(intent.deed)
        barred = deed and deed.by not in (("anyone",), ("office",)) and character.id not in deed.by
        if deed and (barred or (deed.by == ("office",) and not character.office)):
            warn("which the world does not allow this one")
        if deed and deed.to and whom not in deed.to:
            warn(f"which cannot be done to {whom!r}")


def _can_be_learnt(scenario: Scenario, event: SceneEvent) -> bool:
    """Return whether an active character witnessed the event or a document states it."""
    wordings = {event.text, *event.tellings}
    written = any(wordings & set(carrier.text) for carrier in scenario.carriers.values())
    return written or bool(set(event.witnesses) & set(scenario.active))


def _kickoff_sentences(scenario: Scenario) -> dict[str, set[str]]:
    """Return the sentences that reach each character in round 1."""
    heard: dict[str, set[str]] = {}
    for kickoff in scenario.world.kickoff:
        for id_ in kickoff.to:
            heard.setdefault(id_, set()).update(sentences(kickoff.content))
    return heard


_BLANKS = {"doer", "target", "place"}


def check_story(scenario: Scenario, notes: Problems) -> None:
    """Check happenings, deeds and arcs for texts that cannot be told and conditions that cannot hold."""
    taken = {event.id for event in scenario.events}
    for id_, happening in scenario.happenings.items():
        if id_ in taken:
            notes.error("happenings", (id_,), f"the id {id_!r} is an event's in scenes.md already")
        _check_lengths((happening.text, *happening.tellings, *happening.kept_back), "happenings", (id_, "text"), notes)
        if not happening.tellings:
            notes.warn("happenings", (id_,), "`tellings` is missing: players would all tell it in the same words")
        for place, effect in enumerate(happening.effects):
            changes = [key for key in type(effect).model_fields if getattr(effect, key)]
            if len(changes) != 1:
                notes.error("happenings", (id_, "effects", place), "must have exactly one key, such as `dies`")
            for person in (*effect.dies, *effect.held, *effect.hurt):
                if scenario.characters[person].archived:
                    notes.error("happenings", (id_, "effects", place), f"is about {person!r}, who does not act")
    for id_, deed in scenario.world.deeds.items():
        path: Steps = ("deeds", id_)
        if not is_slug(id_):
            notes.error("world", path, slug_hint(id_))
        for text in (deed.text, *deed.tellings):
            blanks = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
            if not {"doer", "target"} <= blanks <= _BLANKS:
                notes.error(
                    "world", (*path, "text"), f"must name {{doer}} and {{target}}, and may name {{place}}: {text!r}"
                )
        if deed.by == ("office",) and not any(scenario.characters[doer].office for doer in scenario.active):
            notes.warn("world", (*path, "by"), "is `office`, and nobody who acts has one")
    _check_arcs(scenario, notes)


def _check_arcs(scenario: Scenario, notes: Problems) -> None:
    seen: set[str] = set()
    for place, arc in enumerate(scenario.world.arcs):
        path: Steps = ("arcs", place, "id")
        if not is_slug(arc.id):
            notes.error("world", path, slug_hint(arc.id))
        elif arc.id in seen:
            notes.error("world", path, f"is {arc.id!r}, which is another's id already")
        seen.add(arc.id)
        if arc.ends_when is not None and not arc.ending:
            notes.warn("world", ("arcs", place), "`ending` is missing: nothing can be said when it is over")


def _check_lengths(texts: Iterable[str], section: str, path: Steps, notes: Problems) -> None:
    seen: set[str] = set()
    for text in texts:
        if (count := tokens(text)) > _TOKEN_LIMIT:
            notes.warn(section, path, f"has {count} tokens, more than {_TOKEN_LIMIT}; tell it shorter: {shown(text)}")
        if text in seen:
            notes.warn(section, path, f"is told twice in the same words: {shown(text)}")
        seen.add(text)


_ENDS = tuple(".!?。！？…\"”」』'’)）")
_SMALL = 10
"""Smaller numbers occur in too many idioms to be compared."""
_REFLEXIVE = re.compile(r"\b\w+sel(?:f|ves)\b")


def check_sense(scenario: Scenario, notes: Problems) -> None:
    """Check that tellings name the same people and numbers as their event, and that sentences are complete."""
    called = scenario.names()
    if len({names[0] for names in called.values()}) == len(called):
        _check_tellings(scenario, scenario.known_names(), notes)
    for section, path, text in _sentences(scenario):
        if not text.strip().endswith(_ENDS):
            notes.warn(
                section, path, f"ends without a full stop; a list in brackets is cut at every comma: {shown(text)}"
            )


def _check_tellings(scenario: Scenario, names: Names, notes: Problems) -> None:
    for event in scenario.events:
        people, numbers = _people(event.text, names, scenario), _numbers(event.text, names)
        for place, text in enumerate(event.tellings):
            path: Steps = (event.order, place)
            other = _people(text, names, scenario) ^ people
            if other:
                who = ", ".join(sorted(scenario.characters[id_].called[0] for id_ in other))
                notes.warn("scenes", path, f"does not name the same people as its event ({who}): {shown(text)}")
            elif _numbers(text, names) != numbers:
                notes.warn("scenes", path, f"has other numbers than its event: {shown(text)}")
            if people and is_unresolved(_REFLEXIVE.sub("", text), names):
                notes.warn("scenes", path, f"has a pronoun before it names anybody: {shown(text)}")


def _people(text: str, names: Names, scenario: Scenario) -> set[str]:
    return {id_ for id_ in names.mentioned(text) if id_ in scenario.characters}


def _numbers(text: str, names: Names) -> set[str]:
    plain = {number.split(" ")[0].removeprefix("#") for number in read(text, names).numbers}
    return {number for number in plain if number.isdigit() and int(number) > _SMALL}


def _sentences(scenario: Scenario) -> Iterator[tuple[str, Steps, str]]:
    """Yield every text that is written in a list of sentences, with its path."""
    for id_, carrier in scenario.carriers.items():
        for place, text in enumerate(carrier.text):
            yield "carriers", (id_, "text", place), text
    for id_, happening in scenario.happenings.items():
        for place, text in enumerate(happening.tellings):
            yield "happenings", (id_, "tellings", place), text
    for id_, deed in scenario.world.deeds.items():
        for place, text in enumerate(deed.tellings):
            yield "world", ("deeds", id_, "tellings", place), text
    for number, kickoff in enumerate(scenario.world.kickoff):
        for place, tellings in enumerate(kickoff.tellings):
            for other, text in enumerate(tellings):
                yield "world", ("kickoff", number, "tellings", place, other), text


def check_reference(scenario: Scenario, notes: Problems) -> None:
    """Check the ids of the reference file: valid and unique."""
    for part in ("arcs", "events"):
        seen: set[str] = set()
        for place, entry in enumerate(getattr(scenario.reference, part)):
            path = (part, place, "id")
            if not is_slug(entry.id):
                notes.error("reference", path, slug_hint(entry.id))
            elif entry.id in seen:
                notes.error("reference", path, f"is {entry.id!r}, which is another's id already")
            seen.add(entry.id)


def check_texts(scenario: Scenario, notes: Problems) -> None:
    """Check that every text is in the language of the world."""
    wanted = scenario.world.language
    for section, path, text in (*_of_world(scenario), *_of_cast(scenario), *_of_scenes(scenario)):
        if text and language(text) != wanted:
            message = f"is not {rules_of(wanted).name}, which world.yaml declares: {shown(text)}"
            notes.warn(section, path, message)


def _of_world(scenario: Scenario) -> Iterator[tuple[str, Steps, str]]:
    for place, kickoff in enumerate(scenario.world.kickoff):
        yield "world", ("kickoff", place, "content"), kickoff.content
        for number, tellings in enumerate(kickoff.tellings):
            for telling in tellings:
                yield "world", ("kickoff", place, "tellings", number), telling
    for part in ("arcs", "events"):
        for place, entry in enumerate(getattr(scenario.reference, part)):
            yield "reference", (part, place, "text"), entry.text


def _of_cast(scenario: Scenario) -> Iterator[tuple[str, Steps, str]]:
    for section in ("characters", "places", "carriers"):
        for id_, named in getattr(scenario, section).items():
            yield section, (id_, "profile"), named.profile
    for id_, character in scenario.characters.items():
        yield "characters", (id_, "voice"), character.voice.manner
        for place, goal in enumerate(character.goals):
            yield "characters", (id_, "goals", place), goal.text
    for id_, carrier in scenario.carriers.items():
        for place, sentence in enumerate(carrier.text):
            yield "carriers", (id_, "text", place), sentence


def _of_scenes(scenario: Scenario) -> Iterator[tuple[str, Steps, str]]:
    for event in scenario.events:
        yield "scenes", (event.order,), event.text
        for place, telling in enumerate(event.tellings):
            yield "scenes", (event.order, place), telling
        for place, telling in enumerate(event.kept_back):
            yield "scenes", (event.order, "kept_back", place), telling
    for id_, happening in scenario.happenings.items():
        for telling in (happening.text, *happening.tellings, *happening.kept_back):
            yield "happenings", (id_, "text"), telling


CHECKS = (
    check_names,
    check_map,
    check_characters,
    check_carriers,
    check_events,
    check_goals,
    check_story,
    check_sense,
    check_reference,
    check_texts,
)
