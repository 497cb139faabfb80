"""Read English sentences that report speech («Ann told me that …»), and transcripts."""

import re
from dataclasses import dataclass

from agentsensus.language.en.verbs import PRESENT, first_finite_verb, has_finite_verb
from agentsensus.language.rules import Report, Reporting, Way

__all__ = ["REPORTING", "report_in"]

_TELLS = """told tells informed informs notified notifies assured assures reminded reminds updated texted emailed
messaged"""
_SAYS = """said says stated states reported reports announced announces explained explains declared declares mentioned
mentions noted notes added adds replied replies answered answers wrote writes remarked recounted confided complained
confirmed confirms revealed reveals whispered"""
_TO_SAY = r"(?:called|phoned|rang|wrote|texted|emailed|messaged)(?: (?P<called>me|us))?(?: (?:back|up|in))? to say"
_DEEDS = "warned warns confessed confesses admitted admits swore swears testified"
_WORD_SENT = r"(?:sent|brought|carried|left)(?: back)? (?:word|news|a (?:message|letter|note))"
_ADVERBS = """has have had just also then later once already now first again finally afterwards privately quietly"""


def _any(words: str) -> str:
    return "|".join(words.split())


_VERB = re.compile(
    rf"(?<= )(?:(?:{_any(_ADVERBS)}) )*(?:(?P<tells>{_any(_TELLS)}|let(?= [^,;:]{{1,40}} know\b))|"
    rf"(?P<says>{_TO_SAY}|{_any(_SAYS)}|{_WORD_SENT})|(?P<deed>{_any(_DEEDS)})|"
    r"(?P<hears>(?:heard|learned|learnt|hears|learns|found out) (?:just now )?from|"
    r"(?:was|were|is|are|been) (?:told|informed|notified|assured|reminded) by|"
    r"(?:got|received|had) (?:word|news|a (?:letter|message|note|call)) from)|"
    r"(?P<listens>overheard|heard|hears))\b"
)
_LEAD_WORDS = """On In At After Before During By From Outside Inside Near Behind Under Beside Upon Around Within Since
When While Once Later Then Afterwards Today Yesterday Tonight Earlier Last This That Early Late Meanwhile Soon
Finally Here There"""
_LEAD = re.compile(rf"(?:(?i:{_any(_LEAD_WORDS)})\b[^,;:“\"]{{0,80}},\s+){{1,3}}")
_SOMEBODY = (
    r"(?:me|us|him|her|them|everyone|everybody|you|"
    r"(?:(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Aa]n?|all|both|two|three) "
    r"(?:(?:other|old|young|first|whole) )?)?"
    r"(?:(?:[A-Z][\w’'-]*|lord|lady|king|queen|captain)(?: (?:of )?[A-Z][\w’'-]*)*|"
    r"(?<= )(?!letter|word|message|telling|saying)[a-z][\w-]*))"
)
_HEARER = re.compile(rf"{_SOMEBODY}(?:(?:, | and |, and ){_SOMEBODY})*")
_SHORT_HEARER = re.compile(r"(?:me|us|[A-Z][\w’-]*(?<![’']s))(?= )")
_AROUND_WORDS = """in at on by from near outside inside beside behind before after during under over upon within via
through this last yesterday today tonight earlier once later again back here there too early late with two three"""
_AROUND = re.compile(rf"(?:(?:^|,| )\s*(?:{_any(_AROUND_WORDS)}|just now|straight away)\b[^;:“”\"]{{0,90}})?,?\s*$")
"""Words about where, when and how something was told. They may stand between the verb of telling and the content."""
_THAT = re.compile(r"(?:^|,? )(?P<that>that|how(?= (?:[A-Z]|the |an? |his |her |their |my |our )))(?= )|: (?=[A-Za-z])")
_ANOTHER = re.compile(r"^(?P<deed>.{4,200}?),? and $")
_SUBJECT_BEGINS = "the an a he she they it his her their there we I my our some two three no all what"
_FURTHER = re.compile(rf"(?:,? and|,|;) that (?=(?:[A-Z]|(?:{_any(_SUBJECT_BEGINS)}) )[^,;]* [^,;]*)")
_BARE_QUESTION = re.compile(r"\b(?:why|how|where|when|who|what)\.?$")
_NOBODY = re.compile(
    r"\b(?:nobody|no one|none|nothing|anybody|anyone|neither|never|not|who|which|that|what|if|whether|because)\b|"
    r"n['’]t\b|[,;:]",
    re.IGNORECASE,
)
_CLAUSE_BEGINS = re.compile(
    r"(?:[A-Z]|(?:the|he|she|they|it|his|her|their|there|we|my|our|some|two|three|all|this|these|those|no|nobody) )"
)
_NO_CLAUSE = re.compile(r"(?:the \w+\.|what|where|who|why|that)\b")
_NAME = r"[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*"
_INVERTED = re.compile(
    rf"^(?P<content>[^“”\"]{{3,}}), (?:(?P<teller>I|{_NAME}|(?:the|my|our|an?) \w+) (?P<verb>(?:told|informed) "
    rf"(?P<hearer>me|us|{_NAME})|(?:said|wrote|reported|says)(?: to (?P<to>me|us|{_NAME}))?)|"
    rf"(?P<verb2>said|reported|wrote) (?P<teller2>{_NAME}))(?P<where>(?: [^,;:]{{1,60}})?)\.$"
)
_ACCORDING = re.compile(
    rf"^(?P<frame>(?:According to|As per|Per) (?P<teller>{_NAME}|(?:my|our) \w+)), (?P<content>.{{6,}})$"
)
_LETTER = re.compile(
    rf"In (?:his|her|their|an?|the) (?:last |first |new )?(?:letter|email|note|message|report|post) (?={_NAME} \w)"
)
_QUOTED = re.compile(r"[,:] [“\"](?P<content>[^“”\"!?]+[.,])[”\"]\.?$")
_OVERHEARD = re.compile(
    rf" (?P<teller>{_SOMEBODY}) (?:say|saying|tell|telling|mention|mentioning|admit|admitting|explain)\b"
)
_ENDED = re.compile(r"[.!?…][\"”]?$")
_LONGEST_TELLER = 6
_LONGEST_SUBJECT = 5


@dataclass(frozen=True, slots=True)
class _Telling:
    """Teller and hearer of a report: the parts of a sentence before the reported content."""

    teller: str
    hearer: str
    way: Way = "told"
    before: str = ""


def report_in(sentence: str, persons: tuple[str, ...] = ()) -> Report | None:
    """Return the report in a sentence; None if it reports no speech, or does not give the reported content."""
    if according := _ACCORDING.match(sentence):
        return Report(according["teller"], "", (_sentence(according["content"]),), according["frame"])
    lead = _LEAD.match(sentence) or _LETTER.match(sentence)
    start = lead.end() if lead else 0
    verb = _VERB.search(sentence, start)
    if not verb or "“" in sentence[:start] or '"' in sentence[: verb.start()]:
        return _inverted(sentence)
    after = sentence[verb.end() :]
    if quoted := _QUOTED.search(after):
        head, contents = after[: quoted.start()], [_sentence(quoted["content"].rstrip(","))]
    else:
        head, content = _parted(verb, after)
        contents = _contents(content)
    telling = _telling(sentence[start : verb.start()], verb, head)
    if telling is None or not contents or not all(" " in content for content in contents):
        return _inverted(sentence)
    return Report(
        telling.teller,
        telling.hearer,
        tuple(contents),
        frame=(sentence[: verb.end()] + head).strip(" ,"),
        way=telling.way,
        is_deed=bool(verb["deed"]),
        before=telling.before,
        is_quoted=bool(quoted),
    )


def _parted(verb: re.Match[str], after: str) -> tuple[str, str]:
    """Split the words after a verb of telling. Returns the words before the content, and the content ("" if none)."""
    that = _THAT.search(after)
    if that and (_is_head(after[: that.start()].removesuffix(" know")) or not verb["tells"]):
        return after[: that.start()], after[that.end() :].strip()
    hearer = _SHORT_HEARER.match(after, 1) if verb["tells"] or verb["deed"] else None
    place = hearer.end() if hearer else 0
    rest = after[place:].strip()
    may_follow = hearer is not None or verb.group().split()[-1] in ("said", "says")
    if may_follow and _CLAUSE_BEGINS.match(rest) and not _NO_CLAUSE.match(rest):
        subject = first_finite_verb(rest.split(" ", 1)[-1])
        if subject is not None and subject <= _LONGEST_SUBJECT:
            return after[:place], rest
    return after, ""


def _is_head(head: str) -> bool:
    hearer = _HEARER.match(head, 1)
    return hearer is not None and bool(_AROUND.fullmatch(head[hearer.end() :]))


def _telling(subject: str, verb: re.Match[str], head: str) -> _Telling | None:
    """Find teller and hearer in the words before and after the verb. Returns None if they name no teller."""
    before, subject = _another_deed(subject)
    subject = subject.strip()
    if not _is_somebody(subject):
        return None
    if verb["hears"]:
        teller = _HEARER.match(head, 1)
        return _Telling(teller.group(), subject) if teller and _is_head(head) else None
    if verb["listens"]:
        return _listened(subject, verb, head)
    head = head.removesuffix(" know") if verb.group().endswith("let") else head
    addressed = head if verb["tells"] else re.sub(r"^(?: back)? to (?=\S)", " ", head)
    is_named = (
        verb["tells"] or addressed != head or head in (" me", " us") or (verb["deed"] and not _AROUND.fullmatch(head))
    )
    hearer = _HEARER.match(addressed, 1) if is_named else None
    if is_named and (not hearer or _NOBODY.search(hearer.group().replace(",", ""))):
        return None
    rest = addressed[hearer.end() :] if hearer else addressed
    return _Telling(subject, hearer.group() if hearer else "", before=before) if _AROUND.fullmatch(rest) else None


def _listened(hearer: str, verb: re.Match[str], head: str) -> _Telling | None:
    """Read the report of an overheard speech, «I overheard Claudius tell Gertrude that …»; None for other sentences."""
    teller = _OVERHEARD.match(head)
    if not teller:
        return None
    other = _HEARER.match(re.sub(r"^ to ", " ", head[teller.end() :]), 1)
    is_for_others = verb.group().endswith("overheard") or other is not None
    return _Telling(teller["teller"], hearer, "overheard" if is_for_others else "told")


def _another_deed(subject: str) -> tuple[str, str]:
    """Split the words before «told» in «Gertrude came home and told …». Returns the teller's earlier deed ("" if none)
    and the teller.
    """
    another = _ANOTHER.match(subject)
    if not another:
        return "", subject
    verb = first_finite_verb(another["deed"])
    if verb is None or not 0 < verb <= _LONGEST_TELLER:
        return "", subject
    return another["deed"], " ".join(another["deed"].split()[:verb])


def _is_somebody(words: str) -> bool:
    """Return whether the words may name a teller: they are few, contain no verb, and are not «no one»."""
    is_short = bool(words) and len(words.split()) <= _LONGEST_TELLER
    return is_short and not _NOBODY.search(words) and not has_finite_verb(f"it {words}")


def _contents(content: str) -> list[str]:
    """Split the reported content at each «that». A part that says only «why» is completed with the topic of the part
    before it.
    """
    parts: list[str] = []
    last = 0
    for further in _FURTHER.finditer(content):
        parts.append(content[last : further.start()])
        last = further.end()
    parts.append(content[last:])
    if len(parts) > 1 and (asked := _BARE_QUESTION.search(parts[-1].strip())):
        tail, told = parts[-1].strip().rstrip("."), parts[-2].strip().rstrip(",.")
        if asked.group().rstrip(".") in ("who", "what"):
            parts[-2:] = [f"{told} and {tail}"]
        else:
            parts[-1] = f"{tail} {told}"  # «… and that she did not know why»: «why» refers to the part before
    return [_sentence(part) for part in parts if re.search(r"\w", part)]


def _sentence(text: str) -> str:
    text = text.strip().rstrip(",;")
    text = text if _ENDED.search(text) else f"{text}."
    return text[:1].upper() + text[1:]


def _inverted(sentence: str) -> Report | None:
    """Read a report that names the teller last, «The king is dead, Horatio told me.»; None for other sentences."""
    match = _INVERTED.match(sentence)
    if not match or _LEAD.match(f"{match['content']}, ") or not has_finite_verb(f"it {match['content']}"):
        return None
    if not _AROUND.fullmatch(match["where"]):
        return None
    teller = match["teller"] or match["teller2"]
    frame = f"{teller} {match['verb'] or match['verb2']}{match['where']}"
    return Report(teller, match["hearer"] or match["to"] or "", (_sentence(match["content"]),), frame)


_BIDS = re.compile(
    r"[\"“]?(?:please|don[’']t|do not|let[’']s|let us|can you|could you|would you|will you|kindly|ok(?:ay)?\b|thanks|"
    r"thank you|hi\b|hello|hey\b|sorry)",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"[\"“ ]*([A-Za-z]+)(?=[ .,!])")
_SOMEBODY_DOES = re.compile(
    r"\b(?:I|[Ww]e|[Tt]hey|[Yy]ou)(?:[’'](?:m|ve|re|ll|d)\b| [a-z])|"
    r"\b(?:[Ii]t|[Tt]hat|[Tt]his|[Tt]here|[Hh]ere|[Hh]e|[Ss]he|[A-Z][a-z]+)[’']s [a-z]"
)
_WILL = re.compile(r"\b(?:will|shall|won[’']t|would)\b")
_PARTED = re.compile(r", and | and |, ")
_MALE = re.compile(r"\b(?:king|prince|lord|sir|mr|father|brother|son|uncle|husband|man|boy|grandfather)\b", re.I)
_FEMALE = re.compile(
    r"\b(?:queen|princess|lady|mrs|ms|miss|mother|sister|daughter|aunt|wife|woman|girl|grandmother)\b", re.I
)
_MANY = re.compile(r" and |^(?:(?:the|my|our|two|three|all|both|some) )?[a-z][\w -]*(?<!s)s$")
"""Matches words for several people: «the engineers», but neither «my boss» nor «Laertes»."""


def _asserts(words: str) -> bool:
    if "?" in words or not (has_finite_verb(words) or _SOMEBODY_DOES.search(words)):
        return False
    first = _FIRST_WORD.match(words)
    return not _BIDS.match(words) and not (first and first.group(1).lower() in PRESENT)


def _is_promise(content: str, teller: str) -> bool:
    name = teller.split()[-1] if teller else ""
    return bool(name and name in content and _WILL.search(content))


def _quoted(speaker: str, words: str) -> str:
    opening = speaker[:1].upper() + speaker[1:]
    return f'{opening} {"asked" if words.rstrip().endswith("?") else "said"}: "{words.strip()}"'


def _by_role(role: str) -> str:
    return f"the {role.lower()}"


def _may_mean(pronoun: str, teller: str) -> bool:
    word, is_many = pronoun.lower(), bool(_MANY.search(teller[:1].lower() + teller[1:] if " " in teller else teller))
    if word.startswith("the"):
        return is_many
    other = _MALE if word in ("she", "her") else _FEMALE
    return not is_many and not other.search(teller)


REPORTING = Reporting(
    report_in=report_in,
    asserts=_asserts,
    is_promise=_is_promise,
    quoted=_quoted,
    by_role=_by_role,
    parties=_PARTED.split,
    first_person=frozenset(("I", "me", "us", "we", "We", "myself")),
    opening_third=re.compile(r"(?:He|She|They|His|Her|Their)(?:[’'](?:d|s|ll|ve|re))?\b"),
    own_again=re.compile(r";\s+(?=I(?:[’']\w+)? )"),
    may_mean=_may_mean,
)
