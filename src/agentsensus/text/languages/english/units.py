"""English units: words by their roots, phrases by what they mean, and who does what to whom by voice and preposition."""  # noqa: E501

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from agentsensus.text.languages.english.lemma import IRREGULAR, is_participle, root, same_root
from agentsensus.text.languages.english.names import NOT_NAMES
from agentsensus.text.languages.english.quantities import quantities
from agentsensus.text.languages.english.reading import STOP
from agentsensus.text.languages.lexicon import NOTHING, Lexicon, load_lexicon
from agentsensus.text.languages.rules import UnitRules
from agentsensus.text.languages.units import NAME, NOT, NUMBER, THING, VERB, Unit, turned_role

__all__ = ["UNIT_RULES", "lexicon", "opposite_words", "synonym_words", "units"]

_TOKEN = re.compile(
    r"№[\w.%#]+|[A-Za-z0-9À-ÿ](?:[\w.&/+-]*[\w+])?(?:[’'](?!s\b)\w+)?|[’']s\b|(?<=s)[’'](?=\s)|[,;:()—]"
)
_THE_ONE = re.compile(r"\bthe ones? (?:in|at|of|on)\b")
_BREAKS = frozenset("when while because although though who which that where if once whereas how".split())
_PREPOSITIONS = frozenset(
    """by to from of in on at for with about against into onto over under between after before during since as than via
    through toward towards near inside outside behind across among without within upon beside above below per like
    regarding concerning following despite until till""".split()
)
_DETERMINERS = frozenset("the a an his her its their my our your this that these those any some no each every".split())
_PARTICLES = frozenset("off on up down over out back forward away in through apart along".split())


def _key(entry: str) -> str:
    """How a word or phrase is looked up: the roots of its words."""
    words = entry.strip().lower().split()
    while len(words) > 1 and words[0] in ("be", "to", "a", "an", "the"):
        words = words[1:]
    return " ".join(word if word == "one's" else _word_key(word) for word in words)


def _word_key(word: str) -> str:
    return word if word in _PREPOSITIONS or word in _PARTICLES or word in STOP else root(word)


_BE = frozenset("be am is are was were been being get got gets getting".split())
_MODAL = frozenset("to will would shall should can could may might must did does do cannot not".split())
_BETWEEN = frozenset("not never also then soon already still just now finally successfully recently".split())
_PLANNING = frozenset(
    map(
        _key,
        """plan,intend,intention,aim,hope,promise,pledge,vow,propose,proposal,suggest,suggestion,recommend,advise,advice,
    urge,order,command,instruct,ask,ask for,request,apply for,apply,demand,invite,threaten,schedule,suppose,expect,
    consider,debate,discuss,weigh,agree,agreement,decide,decision,authorize,authorise,clear,allow,permit,permission,
    give permission,prepare,attempt,try,offer,need,want,wish,seek,warn,forbid,licence,license,commit to,undertake,
    remind,encourage,persuade,able,ready,due,have plans,plan on,think of,think about,look to,look at,work on,keen,eager,
    willing,eligible,tempt,contemplate,mull,toy with,float,envisage,envision,pend,prepare,draft,petition,beg,plead,
    push for,campaign for,lobby for,bid,apply,volunteer,vote,dream,long,hesitate,reluctant,almost,nearly,about,set,
    mean,budget,foresee,arrange,aspire,strive,await,anticipate,predict,forecast,project,estimate,nominate,shortlist""".split(
            ","
        ),
    )
)
"""Words that make of a deed something intended, asked for or allowed; they matter only where one statement has any."""
_PLANS_ALONE = frozenset(
    map(
        _key,
        """propose,proposal,intention,permission,advice,ask for,have plans,consider,want,wish,wish for,hope for,prefer,
    request,demand,seek,intend,plan,schedule,threaten,await,expect,would like,would rather,would prefer,budget,foresee,originally""".split(  # noqa: E501
            ","
        ),
    )
)
_DOES = frozenset(
    map(
        _key,
        """manage,begin,start,continue,cease,help,serve,fail,forget,neglect,proceed,happen,appear,seem,turn out,get,go on,
    use,have,come,remain,prove,refuse,decline,stop,go,return,like,love,hate,know,rise,fall,grow,increase,drop,due,
    according,owe,belong,lead,contribute,able""".split(","),  # noqa: E501
    )
)
"""Verbs after which an infinitive says what was done, or not done, or how things are, rather than what is intended."""
_WITHIN = frozenset(("in", "at", "of"))
_SIDED = frozenset(("above", "below", "under", "against", "before", "after"))
_OWN = frozenset("his her its their my our your".split())
_LIGHT = frozenset(root(word) for word in "have get see make do take go come give be become happen occur put".split())
_PREFIXES = frozenset("semi pre post non anti co ex re un mid sub vice pro counter".split())
_NO_VERBS = frozenset(
    "something anything nothing everything morning evening during king ring thing string spring building meeting".split()  # noqa: E501
)
_WILL = frozenset("will shall should may might must".split())
_FILLERS = frozenset("any such own also too then there".split())
_GIVES = """give hand pass send lend sell pay transfer deliver grant award teach train owe offer show supply provide ship
forward donate return lease rent present email call write tell assign entrust mail post wire loan""".split()  # noqa: E501
_GETS = """come get receive take accept borrow buy purchase learn inherit obtain collect acquire hear fetch gain win""".split()  # noqa: E501
_GIVING = frozenset(map(root, _GIVES))
_GETTING = frozenset(map(root, _GETS))
_RECEIVING = frozenset(map(root, ("get", "receive", "obtain")))
_CONVERSE = {
    _key(gets): _key(gives)
    for gets, gives in (
        ("buy", "sell"), ("purchase", "sell"), ("borrow", "lend"), ("receive", "give"), ("take over", "hand over"),
        ("learn", "teach"), ("inherit", "leave"), ("hear", "tell"), ("acquire", "sell"), ("rent", "let"),
        ("get training", "train"), ("accept", "give"), ("obtain", "give"), ("take", "give"), ("snap up", "sell"),
    )
}  # fmt: skip
"""What the giver does where somebody buys, borrows or receives from him."""
_NOTS = frozenset("not never no nobody nothing none neither nor nowhere without cannot hardly scarcely".split())
_DENYING = frozenset(
    map(
        _key,
        """not yet,still not,yet to,have yet to,has yet to,so far not,no longer,not anymore,not any more,no more,
    out of service,not in service,out of order,not working,unable,not able,incapable,lack,be without,not have,forget,
    fail,refuse,decline,not remember,not like,not agree,not succeed,not want,unpaid,not paid,impossible,
    out of action,out of use""".split(","),
    )
)
"""Words and phrases that deny; «failed» against «did not succeed» they are the same."""


@dataclass(slots=True)
class _Token:
    text: str
    lower: str
    key: str
    known: bool = False


@dataclass(slots=True)
class _EnglishClause:
    """The units of a clause while it is read, and what its verbs say about their parts."""

    units: list[Unit] = field(default_factory=list)
    marker: str = "doer"
    has_verb: bool = False
    is_passive: bool = False
    gets: bool = False
    gives: bool = False
    receives: bool = False
    is_subordinate: bool = False


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The English words that say the same and the opposite."""
    return load_lexicon(__package__, lambda line: line.split(","), _key)


def units(rest: str, known: frozenset[str]) -> tuple[Unit, ...]:
    """The units of an English text whose numbers and times are already taken out; `known` are names to keep whole."""
    tokens = _tokens(_THE_ONE.sub("the", rest), known)
    clauses = [_EnglishClause()]
    place = 0
    while place < len(tokens):
        place += _take(tokens, place, clauses)
    return tuple(unit for number, clause in enumerate(clauses) for unit in _parts(clause, number))


def _tokens(rest: str, known: frozenset[str]) -> list[_Token]:
    tokens: list[_Token] = []
    spans = _name_spans(rest, known)
    last = 0
    for start, end, name in [*spans, (len(rest), len(rest), "")]:
        for match in _TOKEN.finditer(rest[last:start]):
            word = match.group().rstrip(".-/")
            lower = word.lower().replace("’", "'")
            tokens += _parted(word, lower)
        if name:
            tokens.append(_Token(name, name.lower(), name, known=True))
        last = end
    return tokens


def _parted(word: str, lower: str) -> list[_Token]:
    """A token; «hasn't» is two, and «error-free» stays one."""
    if lower.endswith("n't"):
        verb = {"wo": "will", "ca": "can", "sha": "shall"}.get(lower[:-3], lower[:-3])
        return [_Token(verb, verb, root(verb)), _Token("not", "not", "not")]
    if "'" in lower and lower not in ("'s", "'"):
        head, _, tail = lower.partition("'")
        if tail in ("ll", "ve", "re", "d", "m"):
            return [_Token(word[: len(head)], head, root(head))]
    if lower in ("'s", "'", ""):
        return [_Token("'s", "'s", "'s")]
    pieces = re.split("-", word)
    if (
        len(pieces) > 1
        and pieces[0].lower() not in _PREFIXES
        and all(piece.isalpha() for piece in pieces)
        and _word_key(lower) not in lexicon()
    ):
        return [_Token(piece, piece.lower(), _word_key(piece.lower())) for piece in pieces]
    return [_Token(word, lower, _compared(_word_key(lower)))]


def _compared(key: str) -> str:
    """A comparative or superlative as its plain form, if the lexicon has that: «larger» is «large»."""
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


def _take(tokens: list[_Token], place: int, clauses: list[_EnglishClause]) -> int:
    """Read one token, or the phrase that begins with it; returns how many tokens that took."""
    token, clause = tokens[place], clauses[-1]
    if token.known:
        clause.units.append(Unit(token.key, NAME, clause.marker, text=token.text))
        return 1
    if token.text in (";", ":") or (token.lower in _BREAKS and clause.has_verb):
        clauses.append(_EnglishClause())
        return 1
    if token.lower in _BREAKS and not clause.units:
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
    if token.text[0] == "№":
        clause.units.append(Unit(token.text, NUMBER, clause.marker, text=token.text))
        return 1
    phrase, used = _longest(tokens, place)
    if not phrase and token.lower in _NOTS:
        clause.units.append(Unit("not", NOT, text=token.text, denies=True))
        if token.lower == "without":
            clause.marker = "without"
        return 1
    if token.lower in _WILL and token.text.islower() and place > 0:
        clause.units.append(Unit("will", THING, "", text=token.text, plans=True, is_slight=True))
        return 1
    if not phrase and (token.lower in _PREPOSITIONS or token.lower in STOP or token.lower in _FILLERS):
        if token.lower in _PREPOSITIONS and not (token.lower == "to" and _is_infinitive(tokens, place)):
            clause.marker = _marked(clause, token.lower)
            if token.lower in _SIDED:
                book = lexicon()
                senses, sides = book.senses.get(token.key, NOTHING), book.sides.get(token.key, NOTHING)
                clause.units.append(Unit(token.key, THING, "", senses, sides, text=token.text))
        return 1
    _add(tokens, place, clause, phrase or token.key, used)
    return used


@lru_cache(maxsize=16_384)
def synonym_words(word: str) -> list[str]:
    """Base forms of single words that say the same as a word, verbs for a verb."""
    return _single(word, lexicon().alike(_word_key(word)))


@lru_cache(maxsize=16_384)
def opposite_words(word: str) -> list[str]:
    """Base forms of single words that say the opposite, verbs for a verb."""
    return _single(word, lexicon().opposed(_word_key(word)))


def _single(word: str, others: list[str]) -> list[str]:
    verbs = lexicon().verbs
    return [other for other in others if " " not in other and (_key(other) in verbs) == (_word_key(word) in verbs)]


def _marked(clause: _EnglishClause, preposition: str) -> str:
    """The part of what follows a preposition: «the desk in Sofia» is one party, whatever part the desk plays."""
    within = preposition in _WITHIN and clause.units and clause.units[-1].kind in (NAME, THING)
    if within and clause.marker in ("doer", "of doer") and not clause.has_verb:
        return "of doer"
    return clause.marker if within and clause.marker in ("to", "from", "by") else preposition


def _longest(tokens: list[_Token], place: int) -> tuple[str, int]:
    """The longest phrase of the lexicon that begins here, and how many tokens it has; none for a lone function word."""
    book = lexicon()
    for count in range(min(book.longest, len(tokens) - place), 1, -1):
        words = tokens[place : place + count]
        if any(token.known or token.text in (",", ";", ":") for token in words):
            continue
        key = " ".join("one's" if token.lower in _OWN else token.key for token in words)
        if key in book:
            return key, count
    token = tokens[place]
    if token.lower in STOP or token.lower in _PREPOSITIONS:
        return "", 1
    for far in range(place + 1, min(place + 7, len(tokens))):
        if tokens[far].text in (",", ";", ":") or tokens[far].lower in _PREPOSITIONS - _PARTICLES:
            break
        ends = far + 1 == len(tokens) or tokens[far + 1].lower in _PREPOSITIONS or tokens[far + 1].text in (",", ";")
        if tokens[far].lower in _PARTICLES and ends and f"{token.key} {tokens[far].key}" in book:
            return f"{token.key} {tokens[far].key}", 1
    return "", 1


def _is_infinitive(tokens: list[_Token], place: int) -> bool:
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    if follows is None or follows.known or follows.text[:1].isupper() or follows.lower in _DETERMINERS:
        return False
    if follows.lower in IRREGULAR or follows.lower.endswith(("ing", "ed", "s")):
        return (
            follows.lower in lexicon().verbs
            and not follows.lower.endswith(("ing", "ed"))
            and follows.lower not in IRREGULAR
        )
    return follows.key in lexicon().verbs or follows.lower in ("be", "have", "get") or _has_object(tokens, place + 1)


def _add(tokens: list[_Token], place: int, clause: _EnglishClause, key: str, used: int) -> None:
    token, book = tokens[place], lexicon()
    senses, sides = book.senses.get(key, NOTHING), book.sides.get(key, NOTHING)
    text, denies = " ".join(each.text for each in tokens[place : place + used]), key in _DENYING
    if _is_verb(tokens, place, key):
        passive = _is_passive(tokens, place, place + used)
        clause.is_passive |= passive and not clause.has_verb
        clause.gets |= token.key in _GETTING and not passive
        clause.receives |= token.key in _RECEIVING and not passive
        clause.gives |= token.key in _GIVING
        last = key.split()[-1]
        clause.has_verb, clause.marker = True, last if last in ("from", "to", "by") else "done"
        if key not in _LIGHT:
            clause.units.append(
                Unit(key, VERB, "", senses, sides, text=text, denies=denies, plans=_plans(tokens, place + used, key))
            )
        return
    kind = NAME if _is_name(tokens, place) else THING
    clause.units.append(
        Unit(key, kind, clause.marker, senses, sides, text=text, denies=denies, plans=_plans(tokens, place + used, key))
    )


def _plans(tokens: list[_Token], end: int, key: str) -> bool:
    """Whether a word makes a plan of what follows: «asked her to sign», «proposed adding», but not «asked twice»."""
    follows = tokens[end : end + 5]
    if key not in _PLANNING:
        near = follows[:1] if follows and follows[0].lower == "to" else []
        thinks = key in ("think", "dream") and len(follows) > 1 and follows[1].lower.endswith("ing")
        return thinks or (key not in _DOES and bool(near) and _is_infinitive(tokens, end))
    if follows and (follows[0].lower in ("for", "that") or follows[0].lower.endswith("ing")):
        return True
    return key in _PLANS_ALONE or any(
        token.lower == "to" and _is_infinitive(tokens, end + place) for place, token in enumerate(follows)
    )


def _is_name(tokens: list[_Token], place: int) -> bool:
    text = tokens[place].text
    if re.search(r"\d", text) or (len(text) > 1 and text[1:] != text[1:].lower()):
        return True
    if not text[:1].isupper() or text.lower() in NOT_NAMES:
        return False
    follows = tokens[place + 1].text if place + 1 < len(tokens) else ""
    return place > 0 or (follows[:1].isupper() and follows.lower() not in NOT_NAMES)


def _is_verb(tokens: list[_Token], place: int, key: str) -> bool:
    token, before = tokens[place], tokens[place - 1].lower if place else ""
    if token.text[:1].isupper() and place > 0:
        return False
    if before in _DETERMINERS or before in ("'s", "of", "№") or before.startswith("№") or token.lower in _NO_VERBS:
        return False
    if before == "to":
        return _is_infinitive(tokens, place - 1)
    if before in _MODAL or before in _BE or before in _BETWEEN:
        return key in lexicon().verbs or is_participle(token.lower) or token.lower.endswith("ing") or before in _MODAL
    past = token.lower in IRREGULAR or is_participle(token.lower)
    if past and place > 0:
        return True
    return (
        (" " in key and key in lexicon().verbs)
        or (
            key in lexicon().verbs
            and place > 0
            and (token.lower.endswith("s") or _has_object(tokens, place))
            and before not in _PREPOSITIONS
        )
        or (
            place > 0
            and token.lower.endswith("s")
            and not token.lower.endswith("ss")
            and _has_object(tokens, place)
            and before not in _PREPOSITIONS
            and tokens[place - 1].text not in (",", ";")
        )
    )


def _has_object(tokens: list[_Token], place: int) -> bool:
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    return follows is not None and (
        follows.lower in _DETERMINERS
        or follows.known
        or follows.text[:1].isupper()
        or follows.lower in ("having", "being")
    )


def _is_passive(tokens: list[_Token], place: int, end: int) -> bool:
    if not is_participle(tokens[place].lower):
        return False
    back = place - 1
    while back >= 0 and (tokens[back].lower in _BETWEEN or tokens[back].lower.endswith("ly")):
        back -= 1
    if back >= 0 and tokens[back].lower in _BE:
        return True
    # A headline leaves «was» out: «Pellworm snapped up by Tarn».
    return (
        end < len(tokens)
        and tokens[end].lower == "by"
        and not (back >= 0 and tokens[back].lower in ("has", "had", "have"))
    )


def _own(clause: _EnglishClause) -> None:
    """Mark the name or noun before an «'s» as the owner of what follows."""
    for place in range(len(clause.units) - 1, -1, -1):
        if clause.units[place].role not in (clause.marker, "of doer") or clause.units[place].kind == VERB:
            break
        clause.units[place] = replace(clause.units[place], role=f"of {clause.marker}")
        if clause.units[place].kind != NAME:
            break


def _parts(clause: _EnglishClause, number: int) -> list[Unit]:
    """The units with the parts that they play: a passive turned round, a receiver told from a giver."""
    from_name = any(unit.role == "from" for unit in clause.units)
    turned: dict[str, str] = {"by": "doer"}
    if clause.is_passive:
        has_object = clause.gives and any(unit.role == "done" for unit in clause.units)
        turned |= {"doer": "to" if has_object else "done"}
    elif clause.gets and from_name:
        turned |= {"from": "doer", "doer": "to"}
    elif clause.receives:
        turned |= {"doer": "to"}
    units = [replace(unit, role=turned_role(unit.role, turned), clause=number) for unit in clause.units]
    return [_given(unit) for unit in units] if "from" in turned else units


def _given(unit: Unit) -> Unit:
    """A verb of getting as the giver would put it, for its parts were turned round: «bought from» is «sold to»."""
    gives = _CONVERSE.get(unit.key, "") if unit.kind == VERB else ""
    if not gives:
        return unit
    book = lexicon()
    return replace(unit, senses=book.senses.get(gives, NOTHING), sides=book.sides.get(gives, NOTHING))


def _whole_names(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    return frozenset()  # «Pierre Thomas» is met again as «Thomas», so guessed names are read word by word


_ONLY_ONE = re.compile(
    r"\b(?:only|sole|solely|single|exactly|precisely|total|totals|in all|altogether|overall|first|final|last|current|currently|"  # noqa: E501
    r"at present|present|head office|headquarters|chief|alone|winning|winner|deadline|founded|founding|entirely|by (?:him|her)self|"  # noqa: E501
    r"nothing else|the one|no other|whole|original|originally|born|died|eldest|youngest|capital)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:is|are|has|have|runs?|costs?|weighs?|measures?|expires?|lasts?|limited|requires?|needs?|belongs?|lies|stands|"
    r"located|based|contains?|happens|deadline|lease|contract|due)\b",
    re.IGNORECASE,
)
_LEANING = re.compile(
    r"\W*(?:(?:on|at|by|in|since|until) )?(?:it|its|this|that|these|those|he|she|they|his|her|their|him|them|today|yesterday|tomorrow|"  # noqa: E501
    r"now|here|there|then|both|another|the same|so|such)\b",
    re.IGNORECASE,
)
_MEASURING = re.compile(
    r"(?:euros?|dollars?|pounds?|cents?|kilomet(?:er|re)s?|met(?:er|re)s?|miles?|kg|kilograms?|kilos?|grams?|tons?|litres?|degrees?|"
    r"length|long|weight|height|width|price|prices|cost|costs|takings|total|in all|in full|overall|altogether|came|came to|days?|year|time|"  # noqa: E501
    r"version|house|post|one|person|figure|number|amount|sum|still|ever|exactly|precisely|sharp|flat|people|votes(?: in)?|all|under|"  # noqa: E501
    r"latest|deadline|due|first|only|other|sale|place|whole|entire|entirely|currently|present|now|already|just)",
    re.IGNORECASE,
)
_HELD = re.compile(r"\b(?:is|are|takes place|took place|holding|held|located|based|lies)\b", re.IGNORECASE)
UNIT_RULES = UnitRules(
    quantities=quantities,
    units=units,
    whole_names=_whole_names,
    same_root=same_root,
    only_one=_ONLY_ONE,
    lasting=_LASTING,
    leaning=_LEANING,
    measuring=_MEASURING,
    held=_HELD,
)
