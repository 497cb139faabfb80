"""The cast of a play: the list of persons, and which listed person speaks under each cue."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from agentsensus.language.languages import all_rules
from agentsensus.worlds.sediment.parts import StageDirection, StageSpeech, TextScript
from agentsensus.worlds.sediment.registry import RegistryEntry, slug
from agentsensus.worlds.sediment.words import SedimentWords

__all__ = ["ListedPerson", "PlayCast", "cast_of_play", "listed_persons", "shown"]


_DASH = re.compile(r"\s+[—–]\s+|\s+--\s+")
_SMALL = frozenset[str]().union(*(rules.headings.small_in_names for rules in all_rules()))
_LONGEST = 6
_MARKS = re.compile(r"[{}\[\]_]")
_DITTO = re.compile(r"[\s\"”“,]*\"[\s\"”“]*$")
"""Marks for «as above» at the end of a line."""
_NAME = re.compile(r"(?:(?:and|young|old)\s+)*(?P<name>[A-Z][A-Z’'.\- ]*[A-Z])$")
_OWN = re.compile(
    r"(?P<name>(?:[A-Z][\w’'-]+ )?[A-Z][\w’'-]+),? "
    r"(?P<about>(?:attending|waiting|employed|attendant|friend|servant|belonging|to)\b.*)"
)
_GROUP = re.compile(
    r"(?:[A-Z]?\w+ )?(?P<noun>[A-Za-z]+(?:s|men|women|children))(?: (?:to|of|with|attending|in|at|on)\b|$)",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?:DUKE|DUCHESS|EARL|COUNT|COUNTESS|KING|QUEEN|PRINCE|PRINCESS|BISHOP|ARCHBISHOP|MARQUIS|LORD|BARON) OF "
)
_BROKEN_OFF = re.compile(r"\b(?:to|of|the|and|with|by|in)\s*$")
_COUNTED = re.compile(r"(?:two|three|four|five|six|several|other|divers|certain)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A listed person: name, description, and whether the name is only a title."""

    name: str
    about: str
    is_generic: bool


def listed_persons(lines: tuple[str, ...], words: SedimentWords) -> tuple[ListedPerson, ...]:
    """Return the persons of a cast list, without groups (Lords, Attendants).

    A description such as «his Ancient» is completed with the name listed above it: Othello's Ancient.
    """
    persons: list[ListedPerson] = []
    about = head = ""
    for line in _whole_lines(lines):
        is_ditto = bool(_DITTO.search(line))
        names, own = _parted(_DITTO.sub("", line).strip().rstrip(".,"), words)
        if owned := words.pattern("owned_by_one_above").match(own):
            own = words.phrase("owned", who=head, what=own[owned.end() :]) if head else own
        elif names:
            head = shown(words.pattern("articles").sub("", names[0]).strip(" .,"))
        about = about if is_ditto else own
        for name in names:
            bare = words.pattern("articles").sub("", name).strip(" .,")
            if bare and len(bare.split()) <= _LONGEST and not _is_group(name, bare, words):
                persons.append(ListedPerson(shown(bare), about, _is_generic_name(bare, words)))
    return tuple({person.name: person for person in reversed(persons)}.values())[::-1]


def _whole_lines(lines: Iterable[str]) -> list[str]:
    """Join continuation lines: those that start in lower case or follow an incomplete line."""
    whole: list[str] = []
    for line in lines:
        text = _MARKS.sub(" ", line)
        goes_on = re.match(r"\s*(?!and other\b)[a-z]", text) and not re.match(r"\s*(?:an?|the|two|three)\b", text)
        if whole and (goes_on or _BROKEN_OFF.search(whole[-1])):
            whole[-1] += f" {text.strip()}"
        else:
            whole.append(text)
    return whole


def _parted(line: str, words: SedimentWords) -> tuple[list[str], str]:
    """Split a line into its names and their description."""
    line = line.split(";")[0].strip()
    if parts := _DASH.split(line, maxsplit=1)[1:]:
        names = _DASH.split(line, maxsplit=1)[0]
        return [name.strip() for name in re.split(r"\s*[,，、]\s*", names) if name.strip()], parts[0].strip()
    head, _, rest = re.sub("[，：:]", ",", line).partition(",")
    if re.search(r"\b(?:and|other)\b", head) and head.lower() == head:
        return [], rest
    names, rest = _names_in_capitals(head, rest)
    own = _OWN.fullmatch(words.pattern("articles").sub("", head.strip()))
    if len(names) == 1 and own and not rest:
        return [own["name"]], own["about"]
    return names, rest.strip()


def _names_in_capitals(head: str, rest: str) -> tuple[list[str], str]:
    """Split «LUCILIUS, TITINIUS and young CATO, friends to Brutus» into capitalised names and the rest."""
    joined = re.split(r"\s+(?:and|AND)\s+", head.strip())
    names = joined if all(_NAME.match(name.strip()) for name in joined) else [head]
    if not _NAME.match(head.strip()) and len(names) == 1:
        return [head.strip()], rest
    while rest.strip():
        first, comma, others = rest.partition(",")
        match = _NAME.match(first.strip())
        if match is None:
            break
        if len(names) == 1 and _TITLE.match(match["name"]):  # «GEORGE, DUKE OF CLARENCE» is one man
            if len(names[0].split()) > 1:
                break
            names, rest = [first], ", ".join(part for part in (shown(names[0]), others.strip()) if part)
            break
        names, rest = [*names, first], others if comma else ""
    return [re.sub(r"^\s*and\s+", "", name).strip() for name in names], rest


def _is_group(name: str, bare: str, words: SedimentWords) -> bool:
    """Return whether a line names a group: «Two Lords», «Servants to Cornwall», «Citizens of Verona»."""
    if _COUNTED.match(name):
        return True
    match = _GROUP.match(bare)
    if match is None:
        return False
    noun = match["noun"].lower()
    singulars = {
        noun.removesuffix("s"),
        noun.removesuffix("es"),
        re.sub("men$", "man", noun),
        re.sub("ies$", "y", noun),
    }
    is_named_so = noun in words.generic or bool(singulars & words.generic)
    has_preposition = match.end() > match.end("noun") and not bare.isupper()
    return is_named_so or bool(_PLURALS.match(match["noun"])) or has_preposition


_PLURALS = re.compile(
    r"(?:Lords|Ladies|Officers|Soldiers|Sailors|Messengers|Attendants|Players|Gentlemen|Citizens|Servants|Senators|"
    r"Apparitions|Musicians|Guards|Mariners|Nymphs|Reapers|Priests|Witches|Murderers|Ghosts|Clowns|Maskers|Patricians|"
    r"Tribunes|Fairies|Huntsmen|Watchmen|Gentlewomen|Villagers)$",
    re.IGNORECASE,
)


def _is_generic_name(name: str, words: SedimentWords) -> bool:
    last = name.lower().split()[-1] if name.split() else ""
    return last in words.generic or name in words.generic


def shown(name: str) -> str:
    """Return a name in ordinary case: «KING CLAUDIUS» is «King Claudius», «OLIVIA'S House» is «Olivia's House»."""
    name = name.replace("’", "'").strip(" .,;:")
    first, *others = name.split() or [""]
    first = _ordinary(first)
    return " ".join((first[:1].upper() + first[1:], *("a" if word == "A" else _ordinary(word) for word in others)))


def _ordinary(word: str) -> str:
    letters = re.sub(r"[^A-Za-z]", "", word.removesuffix("'s"))
    if len(letters) < 2 or letters != letters.upper() or set(letters) <= set("IVX"):
        return word
    if word.lower() in _SMALL:
        return word.lower()
    return "-".join(part[:1].upper() + part[1:].lower() for part in word.split("-"))


@dataclass
class PlayCast:
    """The characters of a play and their cues. A generic title has one entry per scene."""

    entries: list[RegistryEntry] = field(default_factory=list)
    by_cue: dict[str, str] = field(default_factory=dict)
    local: dict[tuple[str, str], str] = field(default_factory=dict)
    """By title and scene."""
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By a cue of several, such as «Gentlemen»: First, Second and Third Gentleman."""

    def speaker(self, cue: str, part: str) -> str | None:
        """Return the speaker of a cue in a scene."""
        key = cue.casefold()
        return self.local.get((key, part)) or self.by_cue.get(key)

    def speakers(self, cue: str, part: str, words: SedimentWords) -> list[str]:
        """Return all speakers of a cue that may name several."""
        found: list[str] = []
        for name in single_names(cue, words):
            if id_ := self.speaker(name, part):
                found.append(id_)
            else:
                found += self.groups.get(name.casefold(), ())
                found += [id_ for piece in _stops(name) if (id_ := self.speaker(piece, part))]
        return list(dict.fromkeys(found))


def single_names(cue: str, words: SedimentWords) -> list[str]:
    """Split a cue into names: «ROSENCRANTZ and GUILDENSTERN» are two."""
    return [name.strip(" .") for name in words.pattern("joiners").split(cue) if name.strip(" .")]


def _stops(name: str) -> list[str]:
    """Split a cue with full stops between names: «TITINIUS. MESSALA»."""
    return [piece for piece in re.split(r"\.\s+", name) if piece] if ". " in name else []


def cast_of_play(script: TextScript, words: SedimentWords) -> PlayCast:
    """Return everyone who speaks or is listed."""
    spoken = _spoken(script, words)
    persons = listed_persons(script.persons, words)
    resolved = _resolved(spoken, persons, words)
    cast = PlayCast()
    taken: set[str] = set()
    called: dict[str, list[str]] = defaultdict(list)
    for cue, person in resolved.items():
        if person is not None:
            called[person.name].append(cue)
    for person in persons:
        _add_person(person, called[person.name], cast, taken, words)
    known = {cue.casefold() for cue in spoken}
    for cue, parts in spoken.items():
        if resolved[cue] is not None or all(piece.casefold() in known for piece in _stops(cue) or [""]):
            continue
        if members := _members(cue, spoken, words):
            cast.groups[cue.casefold()] = members
        elif not _by_scene(cue, parts, persons, script, cast):
            _add_speaker(cue, parts, cast, taken, words)
    cast.groups = {
        cue: tuple(id_ for member in members if (id_ := cast.by_cue.get(member)))
        for cue, members in cast.groups.items()
    }
    return cast


def _members(cue: str, spoken: Iterable[str], words: SedimentWords) -> tuple[str, ...]:
    """Return the cues that a plural cue covers: «Gentlemen» for First and Second Gentleman."""
    noun = cue.casefold()
    singulars = {noun.removesuffix("s"), noun.removesuffix("es"), re.sub("men$", "man", noun)} - {noun}
    ordinals = words.listed("ordinals")
    parted = [(other.casefold(), other.casefold().partition(" ")) for other in spoken]
    return tuple(name for name, (first, _, rest) in parted if first in ordinals and rest in singulars)


def _by_scene(
    cue: str, parts: Iterable[str], persons: tuple[ListedPerson, ...], script: TextScript, cast: PlayCast
) -> bool:
    """Resolve «FRIAR» between two listed friars: in each scene, the one that its directions name."""
    key = cue.casefold()
    candidates = [person for person in persons if key in person.name.casefold().split()]
    if len(candidates) < 2:
        return False
    directions = {
        part.label: " ".join(p.text for p in part.passages if isinstance(p, StageDirection)).casefold()
        for part in script.parts
    }
    chosen: dict[str, str] = {}
    for part in parts:
        here = [person.name for person in candidates if person.name.casefold() in directions[part]]
        if len(here) == 1:
            chosen[part] = cast.by_cue[here[0].casefold()]
    if not chosen:
        return False
    usual = Counter(chosen.values()).most_common(1)[0][0]
    cast.by_cue[key] = usual
    cast.local |= {(key, part): id_ for part, id_ in chosen.items()}
    return True


def _spoken(script: TextScript, words: SedimentWords) -> dict[str, Counter[str]]:
    """Return how often each cue speaks in each scene."""
    counts: dict[str, Counter[str]] = {}
    spelt: dict[str, str] = {}
    everyone = set(words.listed("everyone"))
    for part in script.parts:
        for passage in part.passages:
            if not isinstance(passage, StageSpeech):
                continue
            for name in single_names(passage.cue, words):
                if set(name.lower().split()) & everyone or name in everyone:
                    continue
                name = spelt.setdefault(name.casefold(), name)
                counts.setdefault(name, Counter())[part.label] += 1
    return counts


def _resolved(
    spoken: dict[str, Counter[str]], persons: tuple[ListedPerson, ...], words: SedimentWords
) -> dict[str, ListedPerson | None]:
    """Return the listed person for each cue; safest matches first, longer cues before shorter ones."""
    person_of: dict[str, ListedPerson | None] = dict.fromkeys(spoken)
    cues = sorted(spoken, key=lambda cue: (-len(cue), cue))
    for way in _WAYS:
        for cue in cues:
            if person_of[cue] is not None:
                continue
            claimed = {person.name for person in person_of.values() if person is not None}
            matches = [person for person in persons if way(cue, person, words)]
            free = [person for person in matches if person.name not in claimed]
            if way is _by_word and not free and len(matches) == 1:
                free = matches
            matches = matches if way is _by_name else free
            person_of[cue] = matches[0] if len(matches) == 1 else None
    return person_of


def _by_name(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    return cue.casefold() == person.name.casefold()


def _by_titled_name(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«KING EDWARD» is King Edward the Fourth."""
    return " " in cue and person.name.casefold().startswith(f"{cue.casefold()} ")


def _by_later_name(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«KING RICHARD» is the Duke of Gloster, «afterwards King Richard III»."""
    return bool(re.search(rf"\bafterwards {re.escape(cue.casefold())}\b", person.about.casefold()))


def _by_bare_name(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«KING CLAUDIUS» is Claudius, «SIR TOBY» is Sir Toby Belch."""
    core, name = _without_titles(cue, words), _without_titles(person.name, words)
    return (
        bool(core) and not person.is_generic and (core == name or (len(core) < len(name) and name[: len(core)] == core))
    )


def _by_first_of_one(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«First Priest» is the only priest of the list."""
    first, _, rest = cue.casefold().partition(" ")
    return first == words.listed("ordinals")[0] and rest == person.name.casefold()


def _by_word(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«AGUE-CHEEK» is Sir Andrew Ague-Cheek, though he speaks as «SIR ANDREW» too."""
    return cue.casefold() in _without_titles(person.name, words) and not _is_generic_cue(cue, words)


def _by_beginning(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«Ham» is Hamlet; «Corn» is the Duke of Cornwall."""
    plain = cue.casefold().rstrip(".")
    return len(plain) > 1 and any(word.startswith(plain) for word in person.name.casefold().split())


def _by_office(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«DUKE» is Orsino, Duke of Illyria."""
    about = words.pattern("articles").sub("", person.about.casefold())
    return not person.is_generic and bool(re.match(rf"{re.escape(cue.casefold())}\b", about))


def _by_seat(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«ELY» is John Morton, Bishop of Ely."""
    titles = "duke|duchess|earl|count|countess|king|queen|prince|princess|bishop|archbishop|marquis"
    return bool(re.match(rf"(?:{titles}) of {re.escape(cue.casefold())}\b", person.about.casefold()))


def _by_first_letters(cue: str, person: ListedPerson, words: SedimentWords) -> bool:
    """«Glou» is Gloster, «ANTONY» is Marcus Antonius."""
    plain = cue.casefold()
    alike = 3 if len(plain) < 6 else len(plain) - 1
    names = [word for word in person.name.casefold().split() if len(word) > 3]
    return any(word[:alike] == plain[:alike] for word in names) and not _is_generic_cue(cue, words)


_WAYS = (
    _by_name,
    _by_titled_name,
    _by_later_name,
    _by_bare_name,
    _by_first_of_one,
    _by_word,
    _by_beginning,
    _by_office,
    _by_seat,
    _by_first_letters,
)


def _without_titles(name: str, words: SedimentWords) -> tuple[str, ...]:
    titles = set(words.listed("titles"))
    return tuple(word for word in name.casefold().split() if word not in titles)


def _add_person(person: ListedPerson, cues: list[str], cast: PlayCast, taken: set[str], words: SedimentWords) -> None:
    id_ = _free_id(slug(person.name), taken, "person")
    names = [shown(cue) for cue in cues if len(cue) > 3 or cue.casefold() == person.name.casefold()]
    aliases = tuple(dict.fromkeys(name for name in (*names, *_article(person.name, words)) if name != person.name))
    about = words.pattern("articles").sub("", person.about)
    office = person.about if words.pattern("rulers").match(about) else ""
    profile = f"{person.name}: {person.about}." if person.about else ""
    cast.entries.append(RegistryEntry(id_, person.name, "character", aliases, profile=profile, office=office))
    for cue in (*cues, person.name):
        cast.by_cue.setdefault(cue.casefold(), id_)


def _add_speaker(cue: str, parts: Counter[str], cast: PlayCast, taken: set[str], words: SedimentWords) -> None:
    """Add an unlisted speaker; a generic title in several scenes gets one entry per scene."""
    is_local = len(parts) > 1 and _is_generic_cue(cue, words) and not _has_ordinal(cue, words)
    if not is_local:
        name = _in_full(cue, words)
        id_ = _free_id(slug(name), taken, "person")
        cast.entries.append(RegistryEntry(id_, name, "character", _article(name, words)))
        cast.by_cue[cue.casefold()] = id_
        return
    for part in parts:
        name = f"{_in_full(cue, words)} {part}"
        id_ = _free_id(slug(name), taken, "person")
        cast.entries.append(RegistryEntry(id_, name, "character", only_in=(part,)))
        cast.local[cue.casefold(), part] = id_


def _article(name: str, words: SedimentWords) -> tuple[str, ...]:
    """Return a title with its article, «the Duke of Gloster», «the First Murderer»; empty for a name."""
    is_title = words.pattern("takes_article").match(name) or (name.isascii() and name.casefold() in words.generic)
    return (f"the {name}",) if is_title else ()


def _in_full(cue: str, words: SedimentWords) -> str:
    """Expand an abbreviated title: «First Serv» is «First Servant»."""
    *before, last = shown(cue).split()
    full = sorted(
        (w for w in words.generic if w.startswith(last.casefold()) and len(last) > 2), key=lambda w: (len(w), w)
    )
    if not full or last.casefold() in words.generic:
        return shown(cue)
    return " ".join((*before, full[0].capitalize()))


def _is_generic_cue(cue: str, words: SedimentWords) -> bool:
    last = cue.casefold().split()[-1]
    return last in words.generic or any(len(last) > 2 and word.startswith(last) for word in words.generic)


def _has_ordinal(cue: str, words: SedimentWords) -> bool:
    first = cue.casefold().split()[0]
    ordinals = words.listed("ordinals")
    return first in ordinals or any(cue.endswith(ordinal) for ordinal in ordinals if not ordinal.isascii())


def _free_id(id_: str, taken: set[str], stem: str) -> str:
    candidates: Iterable[str] = [id_] if id_ else []
    for candidate in (*candidates, *(f"{id_ or stem}_{number}" for number in range(1 if not id_ else 2, 1000))):
        if candidate not in taken:
            taken.add(candidate)
            return candidate
    raise AssertionError("a thousand of one name")
