"""The script of a world: all its sentences, which players use to speak and to understand.

A player has no language model. It recognises the sentences of the world's files, also with other people, places or
numbers in them. It is never told which version is true.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from agentsensus.base.chance import pick
from agentsensus.language.languages import LANGUAGES, rules_of
from agentsensus.language.quotes import in_open_parts
from agentsensus.language.reading import read
from agentsensus.language.sentences import sentences
from agentsensus.memory.inputs import Context
from agentsensus.memory.write.cut.rule import statements
from agentsensus.worlds.minds.players.claims.calling import Calling
from agentsensus.worlds.minds.players.claims.claim import (
    DONE,
    NOT_DONE,
    Claim,
    Heard,
    Hole,
    Kind,
    Masked,
    Template,
    Topic,
    mask,
)
from agentsensus.worlds.minds.players.claims.run_events import (
    TOLD,
    Deeds,
    SpokenDeeds,
    WorldDeeds,
    deed,
    is_spoken,
    parts,
    persons_of,
)
from agentsensus.worlds.minds.players.phrases import PlayerPhrases
from agentsensus.worlds.scenario.cast import Character
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["Heard", "Script", "alike_of", "neighbours_of", "scenes_of", "script_of", "sentences_of"]

_CAP = 64
_PREPOSITIONS = frozenset(("in", "on", "at"))
_COLON = re.compile("[:：]")


class Script:
    """All sentences of a world, for parsing and for speaking."""

    def __init__(self, scenario: Scenario) -> None:
        self.language = scenario.world.language
        called = scenario.names() | {id_: place.called for id_, place in scenario.places.items()}
        self._names = scenario.known_names()
        self._kinds: dict[str, Kind] = {id_: "place" if id_ in scenario.places else "person" for id_ in called}
        self._name_of = {id_: names[0] for id_, names in called.items()}
        self.phrases = PlayerPhrases.of(self.language, scenario.world.manner)
        self._topics: dict[str, Topic] = {}
        self._slots: dict[str, tuple[tuple[Kind, str], ...]] = {}
        self._templates: dict[str, list[Template]] = {}
        self._by_skeleton: dict[str, list[Template]] = defaultdict(list)
        self._articled, self._prepositions = self._usage(scenario)
        self._neighbours = neighbours_of(scenario)
        self._deeds = Deeds(self.phrases, self._names, self._kinds, self.place)
        self.world_deeds = WorldDeeds(scenario.world.deeds, self._names, self._kinds, self._name_of)
        self._spoken_deeds = SpokenDeeds(self.phrases, self._names, self._kinds, self.place)
        self._alike = alike_of(scenario)
        self.calling = Calling(scenario, self._names, self.phrases)
        scenes = scenes_of(scenario)
        for id_, wordings, place, secret in sentences_of(scenario):
            near = scenes.get(id_) or scenes.get(id_.rpartition("/")[0], ())
            if scenario.event(id_) or id_ in scenario.happenings or self._claim(wordings[0]) is None:
                event = scenario.event(id_)
                self._add(Topic(id_, (), place, secret, near, event.witnesses if event else ()), wordings)
        self.read = lru_cache(maxsize=20_000)(self._read)
        self.claim = lru_cache(maxsize=20_000)(self._claim)
        self.is_whole = lru_cache(maxsize=20_000)(self._is_whole)
        self.spoken = lru_cache(maxsize=20_000)(self._spoken_to)
        self.is_report = lru_cache(maxsize=20_000)(self._is_report)
        self.versions = lru_cache(maxsize=2_000)(self._versions)
        self.named = lru_cache(maxsize=20_000)(self._named_in)
        self.word = lru_cache(maxsize=20_000)(self._word)

    # --- understanding

    def _claim(self, sentence: str) -> Claim | None:
        """Return the claim that a sentence makes in any version; None if the sentence is unknown."""
        claim = self._claim_in(sentence)
        if claim is not None:
            return claim
        with_of = rules_of(self.language).telling.with_of(sentence, self._names)
        return self._claim_in(with_of) if with_of != sentence else None

    def _claim_in(self, sentence: str) -> Claim | None:
        masked = mask(sentence.strip(), self._names, self._kinds)
        fitting = [
            (changes, claim)
            for template in self._by_skeleton.get(masked.skeleton, ())
            if (claim := self._fit(template, masked)) is not None
            for changes in [sum(a != b for a, b in zip(claim.filling, self._first(claim.event), strict=True))]
        ]
        if fitting:
            return min(fitting)[1]
        run_event = self.world_deeds.read(masked) or self._spoken_deeds.read(masked)
        return Claim(run_event) if run_event else self._deed(sentence.strip())

    def _deed(self, sentence: str) -> Claim | None:
        deed_read = self._deeds.read(sentence)
        if deed_read is None:
            return None
        kind, ids, rest = deed_read
        if kind != TOLD:
            return Claim(deed(kind, *ids))
        within = self._claim(rest)
        return Claim(deed(kind, *ids, within.event), within.filling) if within else None

    def topic(self, event: str) -> Topic:
        """Return the topic of an event."""
        if event in self._topics:
            return self._topics[event]
        if self.world_deeds.is_one(event):
            _, doer, target, place = self.world_deeds.of(event)
            return Topic(event, (doer, target), place, False, ())
        if is_spoken(event):
            return Topic(event, persons_of(event), "", False, ())
        kind, *ids = parts(event)
        if kind == TOLD:
            about = self.topic(ids[2])
            return Topic(event, tuple(dict.fromkeys((*ids[:2], *about.persons))), "", about.secret, ())
        return Topic(event, (ids[0],), ids[1], False, ())

    def _read(self, text: str) -> tuple[Heard, ...]:
        """Return every sentence of a text, each with its claim."""
        return tuple(Heard(sentence, self._claim_within(sentence)) for sentence in sentences(text))

    def claims(self, text: str) -> tuple[Claim, ...]:
        """Return the different claims of a text."""
        return tuple(dict.fromkeys(heard.claim for heard in self.read(text) if heard.claim))

    def farewell(self, sentence: str, speaker: str) -> Claim | None:
        """Return the claim that the speaker will go somewhere, or None if the sentence does not say so."""
        event = self._deeds.farewell(sentence, speaker)
        return Claim(event) if event else None

    def plainly(self, text: str, speaker: str, hearer: str) -> str:
        """Return the text with «I» and «you» replaced by names. Words in quotes are somebody else's and stay."""
        return in_open_parts(
            text, lambda part: rules_of(self.language).telling.understood(part, self.name(speaker), self.name(hearer))
        )

    def claims_by_call(self, text: str, speaker: str, hearer: str) -> tuple[Claim, ...]:
        """Return the claims of a text in which the speaker uses forms of address instead of names."""
        named = self.plainly_by_call(text, speaker, hearer)
        return self.claims(named) if named != self.plainly(text, speaker, hearer) else ()

    def plainly_by_call(self, text: str, speaker: str, hearer: str) -> str:
        """Return the text with «I», «you» and the speaker's forms of address replaced by names."""
        return self.plainly(self.calling.plainly(text, speaker, self._name_of), speaker, hearer)

    def by_name(self, text: str, speaker: str, hearer: str) -> str:
        """Return the text with «I», «you», aliases and forms of address replaced by canonical names."""
        return self._names.canonical(self.plainly_by_call(text, speaker, hearer))

    def canonical(self, text: str) -> str:
        """Return the text with aliases replaced by canonical names."""
        return self._names.canonical(text)

    def _spoken_to(self, sentence: str, speaker: str, hearer: str | None) -> str:
        """Return a sentence as the speaker says it to `hearer`; None stands for several hearers."""
        return rules_of(self.language).telling.said_to(sentence, self._names, speaker, hearer)

    def name(self, id_: str) -> str:
        """Return the display name of a character or place."""
        return self._name_of.get(id_, id_)

    def place(self, id_: str, *, inside: bool = False) -> str:
        """Return the name of a place for use in a sentence: «the lobby» or, with `inside`, «in the lobby»."""
        telling, name = rules_of(self.language).telling, self._name_of.get(id_, id_)
        if self._articled.get(id_):
            name = telling.articled(name)
        return telling.inside(name, self._prepositions.get(id_, "in")) if inside else name

    def persons(self, text: str) -> tuple[str, ...]:
        """Return the ids of the persons named in a text."""
        return tuple(id_ for id_ in self._names.mentioned(text) if self._kinds[id_] == "person")

    def places(self, text: str) -> tuple[str, ...]:
        """Return the ids of the places named in a text."""
        return tuple(id_ for id_ in self._names.mentioned(text) if self._kinds[id_] == "place")

    def _claim_within(self, sentence: str) -> Claim | None:
        """Return the claim of a sentence, or of the part after its colon; None if neither is known."""
        claim = self.claim(sentence)
        after = _COLON.split(sentence, maxsplit=1)
        return self.claim(after[1]) if claim is None and len(after) > 1 else claim

    def _fit(self, template: Template, masked: Masked) -> Claim | None:
        filling = list(self._first(template.event))
        for slot, own, other in zip(template.slots, template.masked.holes, masked.holes, strict=False):
            if own.kind != other.kind or (slot is None and own.value != other.value):
                return None
            if slot is not None:
                filling[slot] = other.value
        return Claim(template.event, tuple(filling)) if len(template.masked.holes) == len(masked.holes) else None

    def _first(self, event: str) -> tuple[str, ...]:
        return tuple(value for _, value in self._slots[event])

    # --- saying

    def wordings(self, claim: Claim) -> list[str]:
        """Return all sentences for a claim."""
        if self.world_deeds.is_one(claim.event):
            return self.world_deeds.say(claim.event)
        if is_spoken(claim.event):
            return self._spoken_deeds.say(claim.event)
        if claim.event not in self._templates:
            kind, *ids = parts(claim.event)
            about = self.wordings(Claim(ids[2], claim.filling))[0] if kind == TOLD else ""
            return self._deeds.say(kind, ids[:2], about)
        return [self._say(template, claim) for template in self._templates[claim.event]]

    def _word(self, claim: Claim, agent: str, seed: int) -> str:
        """Return the wording of a claim that an agent always uses.

        Wordings that memories keep in one piece are preferred.
        """
        wordings = self.wordings(claim)
        return pick(
            [wording for wording in wordings if self.is_whole(wording)] or wordings,
            seed,
            0,
            agent,
            f"wording {claim.event}",
        )

    def _is_whole(self, sentence: str) -> bool:
        """Return whether the rule-based splitter of memories keeps a sentence in one piece."""
        cut = statements("", sentence, Context(), self._names, _CAP)
        return [statement.text for statement in cut] == [sentence]

    def _versions(self, claim: Claim) -> list[Claim]:
        """Return all versions of a claim that differ in one detail and can be recognised in every wording."""
        versions = []
        for slot, (kind, _) in enumerate(self._slots.get(claim.event, ())):
            for value in self._others(claim, slot, kind):
                filling = (*claim.filling[:slot], value, *claim.filling[slot + 1 :])
                version = Claim(claim.event, filling)
                if all(self.claim(text) == version for text in self.wordings(version)):
                    versions.append(version)
        return versions

    def instead(self, claim: Claim, was: str, now: str) -> Claim | None:
        """Return the claim with the person `was` replaced by `now`.

        Returns None if no sentence can say so, or if the claim already names `now`.
        """
        if was not in claim.filling or now in (*claim.filling, *self.named(claim)):
            return None
        version = Claim(claim.event, tuple(now if value == was else value for value in claim.filling))
        return version if all(self.claim(text) == version for text in self.wordings(version)) else None

    def _named_in(self, claim: Claim) -> tuple[str, ...]:
        """Return the persons that this version of a claim names."""
        instead = {was: now for (_, was), now in zip(self._slots.get(claim.event, ()), claim.filling, strict=False)}
        return tuple(instead.get(person, person) for person in self.topic(claim.event).persons)

    def _is_report(self, event: str) -> bool:
        """Return whether an event is an utterance or a text, so that its witnesses heard it rather than saw it."""
        return event in self._templates and read(self.wordings(self.original(event))[0], self._names).reports_speech

    def events(self) -> list[str]:
        """Return the ids of all events that have sentences."""
        return list(self._templates)

    def original(self, event: str) -> Claim:
        """Return the claim that an event happened as in the world's files.

        Only for code of the author, and for players with a goal about this event.
        """
        return Claim(event, self._first(event))

    def exchanged(self, claim: Claim) -> list[str]:
        """Return the wordings of the claim with its first two persons swapped, which is a different claim."""
        persons = [value for kind, value in self._slots[claim.event] if kind == "person"]
        if len(persons) < 2:
            return []
        other = {persons[0]: persons[1], persons[1]: persons[0]}
        return self.wordings(Claim(claim.event, tuple(other.get(value, value) for value in claim.filling)))

    def changed(self, claim: Claim, other: Claim) -> list[tuple[Kind, str, str]]:
        """Return the differences between two versions: kind, first value, second value."""
        kinds = [kind for kind, _ in self._slots[claim.event]]
        return [(k, a, b) for k, a, b in zip(kinds, claim.filling, other.filling, strict=True) if a != b]

    def slots(self, event: str) -> tuple[tuple[Kind, str], ...]:
        """Return the kind and original value of each slot of an event.

        Only for code of the author; players must not use it.
        """
        return self._slots.get(event, ())

    def _others(self, claim: Claim, slot: int, kind: Kind) -> list[str]:
        now, topic = claim.filling[slot], self.topic(claim.event)
        match kind:
            case "person":
                alike = self._alike.get(now, frozenset())
                return [id_ for id_ in topic.near if id_ in alike and id_ not in (*claim.filling, *topic.persons)]
            case "place":
                return [id_ for id_ in self._neighbours.get(now, ()) if id_ not in claim.filling]
            case "number":
                return _near_numbers(now)
            case _:
                return [DONE if now == NOT_DONE else NOT_DONE]

    def _say(self, template: Template, claim: Claim) -> str:
        text, holes = template.masked.text, template.masked.holes
        sentence, last = "", 0
        for slot, hole in zip(template.slots, holes, strict=True):
            value = hole.value if slot is None else claim.filling[slot]
            sentence += text[last : hole.start]
            if value == hole.value:
                sentence += text[hole.start : hole.end]
            else:
                sentence = self._fill(sentence, value, hole, text[hole.end :])
            last = hole.end
        return sentence + text[last:]

    def _fill(self, before: str, value: str, hole: Hole, after: str) -> str:
        match hole.kind:
            case "number":
                return before + rules_of(self.language).telling.number_before(value.removeprefix("#"), after)
            case "done":
                telling = rules_of(self.language).telling
                return before + (telling.denial if value == NOT_DONE else telling.affirmation)
        name = self.place(value)
        if not before:
            return name[:1].upper() + name[1:]
        if hole.kind == "place":
            head, _, word = before.rstrip().rpartition(" ")
            if word in _PREPOSITIONS and value in self._prepositions:
                before = f"{head} {self._prepositions[value]} "
        return before + name

    # --- making

    def _add(self, topic: Topic, wordings: Iterable[str]) -> None:
        id_ = topic.id
        masks = list(dict.fromkeys(mask(text, self._names, self._kinds) for text in wordings))
        common = [value for value in masks[0].values if all(value in masked.values for masked in masks[1:])]
        kinds = {hole.value: hole.kind for masked in masks for hole in masked.holes}
        once = [value for value in common if kinds[value] in ("person", "place") or _stands_once(value, masks)]
        self._slots[id_] = tuple((kinds[value], value) for value in once)
        persons = tuple(value for value in masks[0].values if kinds[value] == "person")
        near = tuple(sorted({*topic.near} - {topic.place}))
        self._topics[id_] = replace(topic, persons=persons, near=near)
        order = {value: number for number, value in enumerate(once)}
        self._templates[id_] = []
        for masked in masks:
            template = Template(id_, masked, tuple(order.get(hole.value) for hole in masked.holes))
            self._templates[id_].append(template)
            self._by_skeleton[masked.skeleton].append(template)

    def _usage(self, scenario: Scenario) -> tuple[dict[str, bool], dict[str, str]]:
        """Return which names take an article, and the preposition for each place, as the world's texts use them."""
        with_the: Counter[str] = Counter()
        mentions: Counter[str] = Counter()
        before: dict[str, Counter[str]] = defaultdict(Counter)
        for event in scenario.events:
            for start, _, id_ in self._names.spans(event.text):
                words = event.text[:start].lower().split()
                mentions[id_] += 1
                with_the[id_] += words[-1:] == ["the"]
                word = words[-2:-1] if words[-1:] == ["the"] else words[-1:]
                if word and word[0] in _PREPOSITIONS:
                    before[id_][word[0]] += 1
        for own, named in {**scenario.characters, **scenario.places}.items():
            for start, _, id_ in () if mentions[own] else self._names.spans(named.profile):
                with_the[own] += id_ == own and named.profile[:start].lower().split()[-1:] == ["the"]
                mentions[own] += id_ == own
        articled = {id_: with_the[id_] * 2 > mentions[id_] for id_ in self._name_of}
        return articled, {id_: counts.most_common(1)[0][0] for id_, counts in before.items()}


def script_of(scenario: Scenario) -> Script:
    """Return the script of a world; cached."""
    return _script(scenario.model_dump_json())


@lru_cache(maxsize=4)
def _script(scenario: str) -> Script:
    return Script(Scenario.model_validate_json(scenario))


def _stands_once(value: str, masks: list[Masked]) -> bool:
    return all(sum(hole.value == value for hole in masked.holes) == 1 for masked in masks)


def _near_numbers(now: str) -> list[str]:
    word = now.removeprefix("#")
    if word.isdigit():
        return [f"#{int(word) + 1}"] + ([f"#{int(word) - 1}"] if int(word) > 2 else [])
    by_language = [rules_of(language).telling.number_words for language in LANGUAGES]
    steps = next((words for words in by_language if word in words), ())
    if not steps:
        return []
    place = steps.index(word)
    return [f"#{near}" for near in (*steps[max(0, place - 1) : place], *steps[place + 1 : place + 2])]


def sentences_of(scenario: Scenario) -> Iterator[tuple[str, tuple[str, ...], str, bool]]:
    """Yield every sentence of the world's files (events, happenings, documents, kickoff messages) with its event and
    witnesses.
    """
    for event in scenario.events:
        yield event.id, (event.text, *event.tellings), event.place, event.secret
    for id_, happening in scenario.happenings.items():
        yield id_, (happening.text, *happening.tellings), happening.where, happening.secret
    for id_, carrier in scenario.carriers.items():
        for number, sentence in enumerate(carrier.text, 1):
            yield f"{id_}/{number}", (sentence,), carrier.at or "", False
    for number, message in enumerate(scenario.world.kickoff, 1):
        for place, wordings in enumerate(message.wordings, 1):
            yield f"kickoff/{number}/{place}", wordings, "", False


def scenes_of(scenario: Scenario) -> Mapping[str, tuple[str, ...]]:
    """Return for each event the active witnesses of its scene. These characters could be confused with each other."""
    near: dict[tuple[str, str], set[str]] = defaultdict(set)
    for event in scenario.events:
        near[event.place, event.time] |= {*event.witnesses}
    alive = {*scenario.active}
    hearers = {
        f"kickoff/{number}": tuple(sorted(message.to)) for number, message in enumerate(scenario.world.kickoff, 1)
    }
    return hearers | {event.id: tuple(sorted(near[event.place, event.time] & alive)) for event in scenario.events}


_RANKS_APART = 2
_NEXT_DOOR = 1
_NEAREST = 3


def alike_of(scenario: Scenario) -> Mapping[str, frozenset[str]]:
    """Return for each character the others of similar rank in the same camp. They could be confused with it."""
    cast = scenario.characters
    return {
        id_: frozenset(other for other in cast if other != id_ and _is_like(character, cast[other]))
        for id_, character in cast.items()
    }


def _is_like(character: Character, other: Character) -> bool:
    return abs(character.rank - other.rank) <= _RANKS_APART and _is_of_camp(character, other)


def _is_of_camp(character: Character, other: Character) -> bool:
    """Return whether two characters are in the same camp: by kin, trust, or the same initial place."""
    trusted = character.trusts.get(other.id, 0) >= 1 or other.trusts.get(character.id, 0) >= 1
    is_kin = other.id in character.kin or character.id in other.kin
    return trusted or is_kin or (character.at is not None and character.at == other.at)


def neighbours_of(scenario: Scenario) -> Mapping[str, tuple[str, ...]]:
    """Return for each place its nearest places, which could be confused with it."""
    world_map = scenario.map
    return {
        place: tuple(
            other for other in world_map.reachable(place) if (world_map.distance(place, other) or 0) <= _NEXT_DOOR
        )[:_NEAREST]
        for place in scenario.places
    }
