"""Split an English statement into units: words, names and numbers, each with its meaning and its role in the clause."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from agentsensus.language.en.lemma import IRREGULAR, is_participle, root, same_root
from agentsensus.language.en.names import NOT_NAMES
from agentsensus.language.en.quantities import quantities
from agentsensus.language.en.reading import STOP
from agentsensus.language.en.scenes import in_clauses, scenes, straightened
from agentsensus.language.en.uniqueness_words import UNIQUENESS_WORDS
from agentsensus.language.en.words import (
    AHEAD,
    BARE_VERBS,
    BE,
    BEAT,
    BETWEEN,
    BREAKS,
    CONVERSE,
    DENYING,
    DETERMINERS,
    DOES,
    FAIL,
    FILLERS,
    GETTING,
    GIVE_OR_TAKE,
    GIVING,
    KEEP,
    KIN,
    LESS,
    LIGHT,
    LOSE,
    MODAL,
    NO_VERBS,
    NOTS,
    OWN,
    PARTICLES,
    PLANNING,
    PLANS_ALONE,
    PREFIXES,
    PREPOSITIONS,
    RECEIVING,
    REMAIN,
    SAME,
    SIDED,
    THE_ONE,
    UNNAMED,
    WILL,
    WITHIN,
    lexicon,
    lookup_key,
    word_key,
)
from agentsensus.language.lexicon import NOTHING
from agentsensus.language.rules import UnitRules
from agentsensus.language.units import NAME, NOT, NUMBER, THING, VERB, Unit, turned_role

__all__ = [
    "UNIT_RULES",
    "Token",
    "goes_on_to",
    "is_infinitive",
    "is_participle_next",
    "is_passive",
    "is_plain_word",
    "is_verb",
    "lexicon",
    "offices",
    "opposite_words",
    "synonym_words",
    "tokens_of",
    "units",
]

_TOKEN = re.compile(
    r"№[\w.%#]+|[A-Za-z0-9À-ÿ](?:[\w.&/+-]*[\w+])?(?:[’'](?!s\b)\w+)?|[’']s\b|(?<=s)[’'](?=\s)|[,;:()—]"
)


@dataclass(slots=True)
class Token:
    """A word: as written, in lower case, and as its key in the lexicon. `known` marks a name, which is not split."""

    text: str
    lower: str
    key: str
    known: bool = False


def tokens_of(rest: str, known: frozenset[str]) -> list[Token]:
    """Split a text into words and punctuation marks. Names in `known` stay whole."""
    tokens: list[Token] = []
    spans = _name_spans(rest, known)
    last = 0
    for start, end, name in [*spans, (len(rest), len(rest), "")]:
        for match in _TOKEN.finditer(rest[last:start]):
            word = match.group().rstrip(".-/")
            lower = word.lower().replace("’", "'")
            tokens += _parted(word, lower)
        if name:
            tokens.append(Token(name, name.lower(), name, known=True))
        last = end
    return tokens


def _parted(word: str, lower: str) -> list[Token]:
    """Return the tokens of a word: two for «hasn't», one for «error-free»."""
    if lower == "cannot":
        return [Token("can", "can", "can"), Token("not", "not", "not")]
    if lower.endswith("n't"):
        verb = {"wo": "will", "ca": "can", "sha": "shall"}.get(lower[:-3], lower[:-3])
        denied = [Token(verb, verb, root(verb))] if verb else []  # in «does n't» the verb is a separate word
        return [*denied, Token("not", "not", "not")]
    if "'" in lower and lower not in ("'s", "'"):
        head, _, tail = lower.partition("'")
        if tail in ("ll", "ve", "re", "d", "m"):
            return [Token(word[: len(head)], head, root(head))]
    if lower in ("'s", "'", ""):
        return [Token("'s", "'s", "'s")]
    pieces = re.split("-", word)
    if (
        len(pieces) > 1
        and pieces[0].lower() not in PREFIXES
        and all(piece.isalpha() for piece in pieces)
        and word_key(lower) not in lexicon()
    ):
        return [Token(piece, piece.lower(), word_key(piece.lower())) for piece in pieces]
    return [Token(word, lower, _compared(word_key(lower)))]


def _compared(key: str) -> str:
    """Return the base form of a comparative or superlative, if the lexicon has it: «larger» gives «large»."""
    book = lexicon()
    if key in book or not key.endswith(("er", "est")):
        return key
    stem = key.removesuffix("est") if key.endswith("est") else key.removesuffix("er")
    stem = stem[:-1] + "y" if stem.endswith("i") else stem
    return next((plain for plain in (stem, stem[:-1]) if len(plain) > 2 and plain in book), key)


def _name_spans(rest: str, known: frozenset[str]) -> list[tuple[int, int, str]]:
    if not known:
        return []
    pattern = "|".join(re.escape(name) for name in sorted(known, key=lambda name: (-len(name), name)))
    return [
        (m.start(), m.end(), _listed(m.group(), known)) for m in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", rest, re.I)
    ]


def _listed(text: str, known: frozenset[str]) -> str:
    return next(name for name in sorted(known) if name.casefold() == text.casefold())


def is_infinitive(tokens: list[Token], place: int) -> bool:
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    if follows is None or follows.known or follows.text[:1].isupper() or follows.lower in DETERMINERS:
        return False
    if IRREGULAR.get(follows.lower) == follows.lower and _has_object(tokens, place + 1):
        return True  # «to read the letter», which looks like the past
    if follows.lower in IRREGULAR or follows.lower.endswith(("ing", "ed", "s")):
        return (
            follows.lower in lexicon().verbs
            and not follows.lower.endswith(("ing", "ed"))
            and follows.lower not in IRREGULAR
        )
    return follows.key in lexicon().verbs or follows.lower in ("be", "have", "get") or _has_object(tokens, place + 1)


def goes_on_to(tokens: list[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].lower == "to" and is_infinitive(tokens, place)


def is_verb(tokens: list[Token], place: int, key: str) -> bool:
    token, before = tokens[place], tokens[place - 1].lower if place else ""
    if token.text[:1].isupper() and place > 0:
        return False
    if before in DETERMINERS or before in ("'s", "of") or token.lower in NO_VERBS:
        return False
    if before.startswith("№"):
        is_present = key in lexicon().verbs and token.lower.endswith("s") and _has_object(tokens, place)
        return _is_numbered(tokens, place - 1) and (is_present or _is_surely_done(tokens, place))
    if before == "to":
        return is_infinitive(tokens, place - 1)
    if before in MODAL or before in BE or before in BETWEEN or (before in REMAIN and is_participle(token.lower)):
        return key in lexicon().verbs or is_participle(token.lower) or token.lower.endswith("ing") or before in MODAL
    past = token.lower in IRREGULAR or is_participle(token.lower)
    if past and place > 0:
        return True
    return (
        (" " in key and key in lexicon().verbs)
        or (
            key in lexicon().verbs
            and place > 0
            and (token.lower.endswith("s") or _has_object(tokens, place))
            and before not in PREPOSITIONS
        )
        or (
            place > 0
            and token.lower.endswith("s")
            and not token.lower.endswith("ss")
            and _has_object(tokens, place)
            and before not in PREPOSITIONS
            and tokens[place - 1].text not in (",", ";")
        )
    )


def _is_numbered(tokens: list[Token], place: int) -> bool:
    """Return whether a number belongs to the word before it, as in «agent 3»; not in «in 1922»."""
    before = tokens[place - 1].lower if place else ""
    return before.isalpha() and before not in PREPOSITIONS and before not in DETERMINERS and before not in STOP


def _is_surely_done(tokens: list[Token], place: int) -> bool:
    """Return whether a word can only be a past verb: «ate», or a participle with an object."""
    if is_participle(tokens[place].lower):
        return _has_object(tokens, place) or _goes_on_with_preposition(tokens, place)
    return tokens[place].lower in IRREGULAR


def _goes_on_with_preposition(tokens: list[Token], place: int) -> bool:
    """Return whether the word at `place` is a known verb, followed by a preposition or by nothing."""
    follows = tokens[place + 1].lower if place + 1 < len(tokens) else ""
    return tokens[place].key in lexicon().verbs and (not follows or follows in PREPOSITIONS or follows == ".")


def _has_object(tokens: list[Token], place: int) -> bool:
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    return follows is not None and (
        follows.lower in DETERMINERS
        or follows.known
        or follows.text[:1].isupper()
        or follows.lower in ("having", "being")
    )


def is_passive(tokens: list[Token], place: int, end: int) -> bool:
    if not is_participle(tokens[place].lower):
        return False
    back = place - 1
    while back >= 0 and (tokens[back].lower in BETWEEN or tokens[back].lower.endswith("ly")):
        back -= 1
    if back >= 0 and (tokens[back].lower in BE or tokens[back].lower in REMAIN):
        return True
    # A headline leaves «was» out: «Pellworm snapped up by Tarn».
    return (
        end < len(tokens)
        and tokens[end].lower == "by"
        and not (back >= 0 and tokens[back].lower in ("has", "had", "have"))
    )


def is_participle_next(tokens: list[Token], place: int) -> bool:
    """Return whether the word at `place` is a participle. In «kept shut» it alone carries the meaning."""
    return place < len(tokens) and (is_participle(tokens[place].lower) or tokens[place].lower.endswith("ing"))


def is_plain_word(tokens: list[Token]) -> bool:
    """Return whether one of the tokens may be a verb missing from the lexicon: «drill» in «hope to drill»."""
    return any(token.text.isalpha() and token.text.islower() and token.lower not in DETERMINERS for token in tokens)


_PAIRS = """plaintiff,claimant/defendant,respondent landlord,landlady,lessor/tenant,lessee,renter
buyer,purchaser/seller,vendor lender,creditor/borrower,debtor
teacher,supervisor,mentor,tutor/student,pupil,mentee,apprentice
manager,boss,superior,supervisor/subordinate,report,deputy employer/employee predecessor/successor winner/loser
sender/recipient,receiver,addressee host/guest parent/subsidiary master/servant,apprentice"""
_OFFICE = {
    word: words.split(",")[0] for pair in _PAIRS.split() for words in pair.split("/") for word in words.split(",")
}
_WORDS = "|".join(sorted(_OFFICE, key=len, reverse=True))
_NAME = r"[A-Z][\w.&’-]{0,40}(?: [A-Z][\w.&’-]{0,40}){0,5}"
"""The pattern of a name. Its length is bounded, so that texts in capitals are searched quickly."""
_IS = r"(?:is|was|remains|became)"
_FORMS = (
    re.compile(
        rf"(?P<name>{_NAME})(?: {_IS}| as|,)? (?:the|an?|her|his|its|{_NAME}['’]s?) (?:\w+ )?(?P<office>{_WORDS})\b"
    ),
    re.compile(rf"\b(?P<office>{_WORDS})(?: (?!and\b|is\b|was\b)[\w’'-]+){{0,6}} {_IS} (?P<name>{_NAME})"),
    re.compile(rf"\b(?:the|an?) (?P<office>{_WORDS}) (?P<name>{_NAME})"),
)
_ANY_OFFICE = re.compile(rf"\b(?:{_WORDS})\b")


def offices(text: str) -> dict[str, str]:
    """Return the names of those who hold an office (plaintiff, defendant and so on), by office; empty if there are
    none.
    """
    if not _ANY_OFFICE.search(text):
        return {}
    return {_OFFICE[match["office"]]: match["name"] for form in _FORMS for match in form.finditer(text)}


_TIME_LEAD = re.compile(r"^(?:In|On|At|Since|By|During)(?: the)?\s{2,}(?=[A-Za-z])")
"""A preposition at the start of a text whose time was removed: «In 2016 Vega Foods …»."""


@dataclass(slots=True)
class _EnglishClause:
    """One clause while it is read: the units so far, and the roles that its verbs assign."""

    units: list[Unit] = field(default_factory=list)
    marker: str = "doer"
    has_verb: bool = False
    is_passive: bool = False
    gets: bool = False
    gives: bool = False
    receives: bool = False
    is_subordinate: bool = False


def units(rest: str, known: frozenset[str]) -> tuple[Unit, ...]:
    """Return the units of an English text from which numbers and times were removed. Names in `known` are not split."""
    rest = straightened(rest)
    for scene in scenes(rest):
        told = _units_of(scene.group(), known)
        if any(unit.kind == VERB for unit in told):
            main = _units_of(rest[: scene.start()] + rest[scene.end() :], known)
            if len(main) > 1:
                return in_clauses([replace(unit, is_scene=True) for unit in told], main, is_first=scene.start() == 0)
    return tuple(_units_of(rest, known))


def _units_of(text: str, known: frozenset[str]) -> list[Unit]:
    tokens = tokens_of(THE_ONE.sub("the", _TIME_LEAD.sub("", text)), known)
    clauses = [_EnglishClause()]
    place = 0
    while place < len(tokens):
        place += _take(tokens, place, clauses)
    return [unit for number, clause in enumerate(clauses) for unit in _parts(clause, number)]


def _take(tokens: list[Token], place: int, clauses: list[_EnglishClause]) -> int:
    """Read one token, or the phrase that begins with it. Returns the number of tokens read."""
    token, clause = tokens[place], clauses[-1]
    if token.known:
        clause.units.append(Unit(token.key, NAME, clause.marker, text=token.text))
        return 1
    if token.text in (";", ":") or (token.lower in BREAKS and clause.has_verb):
        clauses.append(_EnglishClause())
        return 1
    if token.lower in BREAKS and not clause.units:
        clause.is_subordinate = True
        return 1
    if token.text in (",", "—", "("):
        if clause.has_verb and clause.is_subordinate:
            clauses.append(_EnglishClause())
        elif not clause.has_verb:
            clause.marker = "doer"
        return 1
    if token.lower == "'s":
        _own(clause)
        return 1
    if token.text[0] == "№" or token.lower in DETERMINERS:
        _mark_receiver(clause)
    if token.text[0] == "№":
        clause.units.append(Unit(token.text, NUMBER, clause.marker, text=token.text))
        return 1
    phrase, used = _longest(tokens, place)
    if not phrase and token.lower in NOTS:
        clause.units.append(Unit("not", NOT, text=token.text, denies=True))
        if token.lower == "without":
            clause.marker = "without"
        return 1
    if token.lower == "to" and tokens[place + 1 : place + 2] and tokens[place + 1].lower == "death":
        _to_death(clause)
        return 2
    if token.lower == SAME:
        book = lexicon()
        senses, sides = book.senses.get(token.key, NOTHING), book.sides.get(token.key, NOTHING)
        clause.units.append(Unit(token.key, THING, clause.marker, senses, sides, text=token.text, is_slight=True))
        return 1
    is_near_future = token.lower == "going" and goes_on_to(tokens, place + 1)
    if (token.lower in WILL or is_near_future) and token.text.islower() and place > 0:
        clause.units.append(Unit("will", THING, "", text=token.text, plans=True, is_slight=True))
        return 1
    if not phrase and (token.lower in PREPOSITIONS or token.lower in STOP or token.lower in FILLERS):
        if token.lower in PREPOSITIONS and not (token.lower == "to" and is_infinitive(tokens, place)):
            clause.marker = _marked(clause, token.lower)
            if token.lower in SIDED:
                book = lexicon()
                senses, sides = book.senses.get(token.key, NOTHING), book.sides.get(token.key, NOTHING)
                clause.units.append(Unit(token.key, THING, "", senses, sides, text=token.text))
        return 1
    _add(tokens, place, clause, phrase or token.key, used)
    return used


@lru_cache(maxsize=16_384)
def synonym_words(word: str) -> list[str]:
    """Return the base forms of single words with the same meaning: verbs for a verb, other words for other words."""
    return _single(word, lexicon().alike(word_key(word)))


@lru_cache(maxsize=16_384)
def opposite_words(word: str) -> list[str]:
    """Return the base forms of single words with the opposite meaning: verbs for a verb, other words for other
    words.
    """
    return _single(word, lexicon().opposed(word_key(word)))


def _single(word: str, others: list[str]) -> list[str]:
    verbs = lexicon().verbs
    return [other for other in others if " " not in other and (lookup_key(other) in verbs) == (word_key(word) in verbs)]


def _marked(clause: _EnglishClause, preposition: str) -> str:
    """Return the role of the words after a preposition. In «the desk in Sofia», Sofia gets the role of the desk."""
    within = preposition in WITHIN and clause.units and clause.units[-1].kind in (NAME, THING)
    if within and clause.marker in ("doer", "of doer") and not clause.has_verb:
        return "of doer"
    return clause.marker if within and clause.marker in ("to", "from", "by") else preposition


def _longest(tokens: list[Token], place: int) -> tuple[str, int]:
    """Return the key of the longest lexicon phrase that begins at `place`, and its number of tokens; ("", 1) if none
    does.

    A verb with a later particle («turned the lamp off») counts as a phrase of one token.
    """
    book = lexicon()
    for count in range(min(book.longest, len(tokens) - place), 1, -1):
        words = tokens[place : place + count]
        if any(token.known or token.text in (",", ";", ":") for token in words):
            continue
        key = " ".join("one's" if token.lower in OWN else token.key for token in words)
        if key in book:
            return key, count
    token = tokens[place]
    if token.lower in STOP or token.lower in PREPOSITIONS:
        return "", 1
    for far in range(place + 1, min(place + 7, len(tokens))):
        if tokens[far].text in (",", ";", ":") or tokens[far].lower in PREPOSITIONS - PARTICLES:
            break
        ends = far + 1 == len(tokens) or tokens[far + 1].lower in PREPOSITIONS or tokens[far + 1].text in (",", ";")
        if tokens[far].lower in PARTICLES and ends and f"{token.key} {tokens[far].key}" in book:
            return f"{token.key} {tokens[far].key}", 1
    return "", 1


def _add(tokens: list[Token], place: int, clause: _EnglishClause, key: str, used: int) -> None:
    token, book = tokens[place], lexicon()
    senses, sides = book.senses.get(key, NOTHING), book.sides.get(key, NOTHING)
    text = " ".join(each.text for each in tokens[place : place + used])
    denies = key.startswith("not ") or (key in DENYING and (key != FAIL or goes_on_to(tokens, place + used)))
    if is_verb(tokens, place, key):
        passive = is_passive(tokens, place, place + used)
        clause.is_passive |= passive and not clause.has_verb
        clause.gets |= token.key in GETTING and not passive
        clause.receives |= token.key in RECEIVING and not passive
        clause.gives |= token.key in GIVING
        last = key.split()[-1]
        clause.has_verb, clause.marker = True, last if last in ("from", "to", "by") else "done"
        if key in GIVE_OR_TAKE and not passive:
            clause.units.append(Unit(key, THING, "", senses, sides, text=text, is_slight=True))
        if key not in LIGHT and not (key == KEEP and is_participle_next(tokens, place + used)):
            clause.units.append(
                Unit(key, VERB, "", senses, sides, text=text, denies=denies, plans=_plans(tokens, place + used, key))
            )
        return
    kind = NAME if _is_name(tokens, place) else THING
    clause.units.append(
        Unit(
            key,
            kind,
            clause.marker,
            senses,
            sides,
            text=text,
            denies=denies,
            is_kin=kind == THING and key in KIN,
            is_slight=token.lower in UNNAMED,
            plans=_plans(tokens, place + used, key),
        )
    )
    if key in AHEAD:
        clause.marker = "than"  # «bus 8 runs ahead of bus 12» compares, as «faster than» does


def _to_death(clause: _EnglishClause) -> None:
    """Add the meaning «kill» to the last verb, so that «stabbed him to death» matches «killed him»."""
    place = next((n for n in range(len(clause.units) - 1, -1, -1) if clause.units[n].kind == VERB), -1)
    if place >= 0:
        senses = lexicon().senses
        killed = senses.get(word_key("kill"), NOTHING) | senses.get(word_key("die"), NOTHING)
        clause.units[place] = replace(clause.units[place], senses=clause.units[place].senses | killed)


def _plans(tokens: list[Token], end: int, key: str) -> bool:
    """Return whether a word makes the next deed a plan: «asked her to sign», «proposed adding», but not «asked
    twice».
    """
    follows = tokens[end : end + 5]
    if key not in PLANNING:
        near = follows[:1] if follows and follows[0].lower == "to" else []
        thinks = key in ("think", "dream") and len(follows) > 1 and follows[1].lower.endswith("ing")
        return thinks or (key not in DOES and bool(near) and is_infinitive(tokens, end))
    if follows and (follows[0].lower in ("for", "that") or follows[0].lower.endswith("ing")):
        return True
    return key in PLANS_ALONE or any(
        token.lower == "to" and (is_infinitive(tokens, end + place) or is_plain_word(follows[place + 1 : place + 2]))
        for place, token in enumerate(follows)
    )


def _is_name(tokens: list[Token], place: int) -> bool:
    text = tokens[place].text
    if re.search(r"\d", text) or (len(text) > 1 and text[1:] != text[1:].lower()):
        return True
    if not text[:1].isupper() or text.lower() in NOT_NAMES:
        return False
    follows = tokens[place + 1].text if place + 1 < len(tokens) else ""
    return place > 0 or (follows[:1].isupper() and follows.lower() not in NOT_NAMES)


def _mark_receiver(clause: _EnglishClause) -> None:
    """Mark the person between a verb of giving and the gift as receiver: «sold Walt a lamp» equals «sold a lamp to
    Walt».
    """
    start = next((n for n, unit in enumerate(clause.units) if unit.role == "done"), len(clause.units))
    receivers = clause.units[start:]
    is_next = clause.marker == "done" and clause.gives and not clause.is_passive
    if is_next and receivers and all(unit.kind == NAME for unit in receivers):
        clause.units[start:] = [replace(unit, role="to") for unit in receivers]


def _own(clause: _EnglishClause) -> None:
    """Mark the name or noun before «'s» as the owner of the next noun."""
    for place in range(len(clause.units) - 1, -1, -1):
        if clause.units[place].role not in (clause.marker, "of doer") or clause.units[place].kind == VERB:
            break
        clause.units[place] = replace(clause.units[place], role=f"of {clause.marker}")
        if clause.units[place].kind != NAME:
            break


def _parts(clause: _EnglishClause, number: int) -> list[Unit]:
    """Return the units of a clause with their roles. In a passive clause doer and object are swapped."""
    from_name = any(unit.role == "from" for unit in clause.units)
    turned: dict[str, str] = {"by": "doer"}
    if clause.is_passive:
        has_object = clause.gives and any(unit.role == "done" for unit in clause.units)
        turned |= {"doer": "to" if has_object else "done"}
    elif clause.gets and from_name:
        turned |= {"from": "doer", "doer": "to"}
    elif any(unit.key == LOSE for unit in clause.units) and any(
        unit.role == "to" and unit.kind == NAME for unit in clause.units
    ):
        turned |= {"to": "doer", "doer": "done"}
        clause.units = [_as_verb(unit, BEAT) if unit.key == LOSE else unit for unit in clause.units]
    elif clause.receives:
        turned |= {"doer": "to"}
    if any(unit.key == LESS for unit in clause.units) and any(unit.role == "than" for unit in clause.units):
        # «B is less clear than A» is «A is clearer than B».
        turned |= {"doer": "than", "done": "than", "than": "doer"}
        clause.units = [unit for unit in clause.units if unit.key != LESS]
    if "to" in turned.values():
        clause.units = [unit for unit in clause.units if unit.key not in GIVE_OR_TAKE]
    units = [replace(unit, role=turned_role(unit.role, turned), clause=number) for unit in clause.units]
    return [_given(unit) for unit in units] if "from" in turned else units


def _as_verb(unit: Unit, key: str) -> Unit:
    """Return the verb with another key, for a verb that equals another with swapped roles: «lose to» becomes «beat»."""
    book = lexicon()
    return replace(unit, key=key, senses=book.senses.get(key, NOTHING), sides=book.sides.get(key, NOTHING))


def _given(unit: Unit) -> Unit:
    """Return a verb of getting as its verb of giving; the roles were swapped before: «bought from» becomes
    «sold to».
    """
    gives = CONVERSE.get(unit.key, "") if unit.kind == VERB else ""
    if not gives:
        return unit
    book = lexicon()
    return replace(unit, senses=book.senses.get(gives, NOTHING), sides=unit.sides | book.sides.get(gives, NOTHING))


def _whole_names(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    return frozenset()  # «Pierre Thomas» may recur as «Thomas», so guessed names are read word by word


UNIT_RULES = UnitRules(
    quantities=quantities,
    units=units,
    whole_names=_whole_names,
    same_root=same_root,
    offices=offices,
    singling=UNIQUENESS_WORDS,
    bare_verbs=BARE_VERBS,
)
