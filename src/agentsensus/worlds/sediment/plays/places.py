"""The places of a play's scenes, from their headings; resolves «the same» and «another part of it»."""

import re
from dataclasses import dataclass, field

from agentsensus.language.languages import all_rules
from agentsensus.worlds.sediment.parts import StageDirection, TextPart
from agentsensus.worlds.sediment.plays.cast import shown
from agentsensus.worlds.sediment.registry import RegistryEntry, slug
from agentsensus.worlds.sediment.words import SedimentWords

__all__ = ["PlayPlaces", "places_of_play"]

_LONGEST = 9
_EMPTY = frozenset[str]().union(*(rules.headings.small_in_places for rules in all_rules()))


@dataclass
class PlayPlaces:
    """The places of a play, and the place of each scene."""

    entries: list[RegistryEntry] = field(default_factory=list)
    by_part: dict[str, str] = field(default_factory=dict)


def places_of_play(parts: tuple[TextPart, ...], words: SedimentWords) -> PlayPlaces:
    """Return the place of every scene; a heading without a place keeps the previous one."""
    play_places = PlayPlaces()
    known: dict[str, tuple[str, frozenset[str], str]] = {}
    region, last = "", ""
    for part in parts:
        before = region
        region, name, is_common = _parse_heading(_heading(part), region, words)
        if not name and last:
            play_places.by_part[part.label] = last
            continue
        name = name or str(words.phrase("nowhere"))
        if match := words.pattern("inside_region").search(name):
            region = match["region"]
        is_own = region == before and bool(words.pattern("own_place").search(name))
        id_ = _find_known(name, region, is_own, known) or _new(name, region, is_common, known, play_places, words)
        play_places.by_part[part.label] = last = id_
    return play_places


def _heading(part: TextPart) -> str:
    """Return the heading, or the first direction if it tells the place."""
    if part.heading:
        return part.heading
    first = next((passage.text for passage in part.passages if isinstance(passage, StageDirection)), "")
    return re.split(r"[;.；。]", first)[0] if not re.match(r"(?i)(?:re-?)?enter\b", first) else ""


def _parse_heading(heading: str, region: str, words: SedimentWords) -> tuple[str, str, bool]:
    """Return the region and place of a heading, and whether it is a common noun; no place for «the same»."""
    text, _ = words.pattern("same_place").subn("", heading.strip())
    sentences = [sentence.strip() for sentence in re.split(r"[.。](?:\s+|$)", text) if sentence.strip(" -—")]
    if not sentences:
        return region, "", False
    if len(sentences) > 1 and _is_region(sentences[0], sentences[1]):
        region, sentences = sentences[0], sentences[1:]
    name = words.pattern("place_end").sub("", sentences[0]).strip(" .,;:—-")
    return region, _plain(name, words), _has_article(name)


def _is_region(first: str, second: str) -> bool:
    """Return whether the first sentence is a region: «Forres. The palace», «The village. An inn»."""
    if not _has_article(first):
        return len(first.split()) <= 2
    return len(first.split()) <= 3 and first.lower().startswith("the ") and _has_article(second)


def _has_article(text: str) -> bool:
    return bool(re.match(r"(?i)(?:the|an?|before|another)\b", text))


def _plain(name: str, words: SedimentWords) -> str:
    before = None
    while before != name:
        before, name = name, words.pattern("place_prefix").sub("", name).strip()
    return re.sub(r"(?:\s+(?:of|the|in|at|an?))+$", "", " ".join(name.split()[:_LONGEST]))


def _find_known(name: str, region: str, is_own: bool, known: dict[str, tuple[str, frozenset[str], str]]) -> str | None:
    """Return the place with the same words, or the last one that this name abbreviates («the platform»).

    A place with a proper name («Capulet's garden») matches in any region.
    """
    tokens = _tokens(name)
    for id_, (_, own, where) in known.items():
        if own == tokens and (where == region or is_own):
            return id_
    for id_, (full, own, where) in reversed(known.items()):
        is_same_head = bool(tokens) and tokens < own and full.casefold().startswith(name.casefold())
        if is_same_head and where == region:
            return id_
    return None


def _tokens(name: str) -> frozenset[str]:
    if not name.isascii():
        return frozenset({name})
    return frozenset(re.sub(r"['’]s\b|[^\w ]", "", name.casefold()).split()) - _EMPTY


def _new(
    name: str,
    region: str,
    is_common: bool,
    known: dict[str, tuple[str, frozenset[str], str]],
    play_places: PlayPlaces,
    words: SedimentWords,
) -> str:
    title = shown(name)
    if region and region.casefold() not in name.casefold() and any(full == title for full, _, _ in known.values()):
        title = words.phrase("place_in_region", place=title, region=shown(region))
    id_ = slug(title) or f"place_{len(known) + 1}"
    while id_ in known:
        id_ += "_2"
    known[id_] = (title, _tokens(name), region)
    is_owned = re.match(r"\w+['’]", title)
    spoken = title if is_owned else title[0].lower() + title[1:]
    aliases = (f"the {spoken}",) if is_common and title.isascii() else ()
    play_places.entries.append(RegistryEntry(id_, title, "place", aliases, region=shown(region)))
    return id_
