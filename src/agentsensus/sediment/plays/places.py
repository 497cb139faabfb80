"""Where the scenes of a play are: places from headings, «the same» and «another part of it» understood."""

import re
from dataclasses import dataclass, field

from agentsensus.sediment.parts import StageDirection, TextPart
from agentsensus.sediment.plays.persons import shown
from agentsensus.sediment.registry import RegistryEntry, slug
from agentsensus.sediment.words import SedimentWords

__all__ = ["PlayPlaces", "places_of_play"]

_LONGEST = 9
_EMPTY = frozenset("a an the of in at on to near before and".split())


@dataclass
class PlayPlaces:
    """The places of a play, and by scene where it is."""

    entries: list[RegistryEntry] = field(default_factory=list)
    by_part: dict[str, str] = field(default_factory=dict)


def places_of_play(parts: tuple[TextPart, ...], words: SedimentWords) -> PlayPlaces:
    """The place of every scene; a heading that says no place gets that of the scene before."""
    play_places = PlayPlaces()
    known: dict[str, tuple[str, frozenset[str], str]] = {}
    region, last = "", ""
    for part in parts:
        before = region
        region, name, is_common = _read(_heading(part), region, words)
        if not name and last:
            play_places.by_part[part.label] = last
            continue
        name = name or str(words.phrase("nowhere"))
        if match := words.pattern("inside_region").search(name):
            region = match["region"]
        is_own = region == before and bool(words.pattern("own_place").search(name))
        id_ = _known(name, region, is_own, known) or _new(name, region, is_common, known, play_places, words)
        play_places.by_part[part.label] = last = id_
    return play_places


def _heading(part: TextPart) -> str:
    """The heading, or the first direction where that tells the place."""
    if part.heading:
        return part.heading
    first = next((passage.text for passage in part.passages if isinstance(passage, StageDirection)), "")
    return re.split(r"[;.；。]", first)[0] if not re.match(r"(?i)(?:re-?)?enter\b", first) else ""


def _read(heading: str, region: str, words: SedimentWords) -> tuple[str, str, bool]:
    """The region and the place that a heading names, and whether by a common noun; no place for «the same»."""
    text, _ = words.pattern("same_place").subn("", heading.strip())
    sentences = [sentence.strip() for sentence in re.split(r"[.。](?:\s+|$)", text) if sentence.strip(" -—")]
    if not sentences:
        return region, "", False
    if len(sentences) > 1 and _is_region(sentences[0], sentences[1]):
        region, sentences = sentences[0], sentences[1:]
    name = words.pattern("place_end").sub("", sentences[0]).strip(" .,;:—-")
    return region, _plain(name, words), _has_article(name)


def _is_region(first: str, second: str) -> bool:
    """Whether a place stands behind its region: «Forres. The palace», «The village. An inn»."""
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


def _known(name: str, region: str, is_own: bool, known: dict[str, tuple[str, frozenset[str], str]]) -> str | None:
    """A place with the same words, or the last one of which this is a shorter name: «the platform».

    One that has a name of its own («Capulet's garden») is the same wherever the scene before it was.
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
