"""Build the account of a play from its scenes, without a model."""

from itertools import pairwise

from agentsensus.worlds.sediment.account import Account, LastPlace, TextDocument, mark_kinds
from agentsensus.worlds.sediment.parts import Division, StageDirection, StageSpeech, TextScript
from agentsensus.worlds.sediment.plays.cast import PlayCast, cast_of_play
from agentsensus.worlds.sediment.plays.places import PlayPlaces, places_of_play
from agentsensus.worlds.sediment.plays.scenes import PlayedScenes, play_scenes
from agentsensus.worlds.sediment.plays.stage import last_words
from agentsensus.worlds.sediment.registry import Registry, sanitized, slug
from agentsensus.worlds.sediment.sources import SourceText
from agentsensus.worlds.sediment.words import SedimentWords, words_of

__all__ = ["account_of_play", "registry_of_play"]


def registry_of_play(script: TextScript, source: SourceText) -> tuple[Registry, PlayCast, PlayPlaces]:
    """Return everyone who speaks or is listed, and every place of a scene."""
    words = words_of(source.language)
    cast = cast_of_play(script, words)
    places = places_of_play(script.parts, words)
    taken = {entry.id for entry in cast.entries}
    _rename(places, taken)
    return sanitized([*cast.entries, *places.entries]), cast, places


def account_of_play(script: TextScript, source: SourceText, division: Division, supplied: Registry | None) -> Account:
    """Return the account of the told scenes; the held-out scenes give the later statements."""
    words = words_of(source.language)
    registry, cast, places = registry_of_play(script, source)
    if supplied is not None:
        registry, cast, places = _reviewed(supplied, cast, places)
    last = last_words(script.parts, cast, words)
    told_scenes = play_scenes(division.told, cast, places, words, last)
    later = play_scenes(division.held_out, cast, places, words, last)
    mark_kinds(told_scenes.statements, words)
    mark_kinds(later.statements, words)
    order = [places.by_part[part.label] for part in division.told]
    return Account(
        title=script.title,
        form=script.form,
        language=source.language,
        span=division.span,
        registry=registry,
        statements=told_scenes.statements,
        later=later.statements,
        deaths=told_scenes.deaths,
        whereabouts={
            id_: LastPlace(place, _cited(told_scenes, at)) for id_, (place, at) in told_scenes.last_seen.items()
        },
        documents=[*_letters(told_scenes, registry, words), *_things(division, told_scenes, registry, words)],
        ways=[(a, b) for a, b in pairwise(order) if a != b],
        warnings=[],
        passages=sum(len(part.passages) for part in division.told),
        passed_over=told_scenes.passed_over,
    )


def _cited(scenes: PlayedScenes, at: int) -> int | None:
    return min(at, len(scenes.statements) - 1) if scenes.statements else None


def _rename(places: PlayPlaces, taken: set[str]) -> None:
    """Give a place another id if a character has the same."""
    for number, entry in enumerate(places.entries):
        if entry.id in taken:
            id_ = f"{entry.id}_place"
            places.by_part = {part: id_ if place == entry.id else place for part, place in places.by_part.items()}
            places.entries[number] = type(entry)(id_, entry.name, "place", region=entry.region)


def _reviewed(supplied: Registry, cast: PlayCast, places: PlayPlaces) -> tuple[Registry, PlayCast, PlayPlaces]:
    """Apply a reviewed registry: cues and scenes refer to its entries.

    Entries that the review removed own no statements.
    """
    people = {name.casefold(): id_ for id_, e in supplied.of_kind("character").items() for name in (id_, *e.called)}
    sites = {name.casefold(): id_ for id_, e in supplied.of_kind("place").items() for name in (id_, *e.called)}
    renamed = {
        entry.id: next((people[name.casefold()] for name in (entry.id, *entry.called) if name.casefold() in people), "")
        for entry in cast.entries
    }
    fresh = PlayCast(list(supplied.of_kind("character").values()))
    fresh.by_cue = {cue: renamed[id_] for cue, id_ in cast.by_cue.items() if renamed[id_]}
    fresh.by_cue |= {name: id_ for name, id_ in people.items() if name not in fresh.by_cue}
    fresh.local = {key: renamed[id_] for key, id_ in cast.local.items() if renamed[id_]}
    moved = {
        entry.id: next((sites[name.casefold()] for name in (entry.id, *entry.called) if name.casefold() in sites), "")
        for entry in places.entries
    }
    missing = [entry for entry in places.entries if not moved[entry.id]]
    place_entries = [*supplied.of_kind("place").values(), *missing]
    by_part = {part: moved[place] or place for part, place in places.by_part.items()}
    registry = sanitized([*supplied.entries.values(), *missing])
    return registry, fresh, PlayPlaces(place_entries, by_part)


_SPOKEN_OF = 6
"""How often a thing that is handled on stage must be spoken of to matter."""


def _things(division: Division, scenes: PlayedScenes, registry: Registry, words: SedimentWords) -> list[TextDocument]:
    """Return the things that matter: handled in a direction, and spoken of again and again in the whole play."""
    passages = [passage for part in (*division.told, *division.held_out) for passage in part.passages]
    spoken = " ".join(passage.text for passage in passages if isinstance(passage, StageSpeech)).casefold()
    told = [passage for part in division.told for passage in part.passages]
    found: dict[str, str] = {}
    for passage in told:
        handled = words.pattern("handles").search(passage.text) if isinstance(passage, StageDirection) else None
        if handled is None or handled["thing"] in words.generic or spoken.count(handled["thing"]) < _SPOKEN_OF:
            continue
        holder = _holder(handled["thing"], scenes, passage.start)
        found[handled["thing"]] = holder or found.get(handled["thing"], "")
    return [
        TextDocument(
            slug(thing) or f"thing_{number}", words.table("thing_name")["in_text"].format(thing=thing), (), holder
        )
        for number, (thing, holder) in enumerate(found.items(), 1)
        if holder in registry.entries and slug(thing) not in registry.entries
    ]


def _holder(thing: str, scenes: PlayedScenes, since: int) -> str:
    """Return the character who first speaks of a thing after it changed hands, alone or as the finder; empty if
    nobody does.
    """
    for statement in scenes.statements:
        if statement.start >= since and statement.sort == "speech" and thing in statement.text.casefold():
            return statement.speaker
    return ""


def _letters(scenes: PlayedScenes, registry: Registry, words: SedimentWords) -> list[TextDocument]:
    """Return the letters read out on stage, one document per reader and scene."""
    read: dict[tuple[str, str], list[str]] = {}
    for reader, part, pieces in scenes.read_out:
        read.setdefault((reader, part), []).extend(pieces)
    letters = []
    for (reader, part), words_read in read.items():
        name = words.phrase("letter_name", who=registry.entries[reader].name)
        label = part.lower().replace(".", "_")
        sentences = tuple(words.phrase("document", words=piece) for piece in words_read)
        letters.append(TextDocument(f"letter_{reader}_{label}", f"{name} {part}", sentences, reader))
    return letters
