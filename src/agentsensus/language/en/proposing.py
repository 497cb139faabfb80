"""Propose the people of an English text that comes without a list of names."""

import re
from collections import Counter, defaultdict

from agentsensus.language.en.first_names import FEMALE, MALE
from agentsensus.language.rules import ProposedPerson

__all__ = ["propose_people"]

_TITLES = (
    "Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Lord|Captain|Aunt|Uncle|Father|Mother|Sister|Brother|King|Queen|Prince|Princess|"
    "Colonel|Major|General|Madame|Master|Mistress|Professor|Count|Countess|Duke|Duchess|Old|Young"
)
_NAME = re.compile(
    rf"\b(?:(?P<title>{_TITLES})\.?\s+)?(?P<name>[A-Z][a-z’'-]*[a-z](?:\s+[A-Z][a-z’'-]*[a-z]){{0,4}})(?P<own>['’]s)?"
)
_SAYS = (
    "said|says|asked|replied|cried|answered|told|whispered|shouted|added|thought|smiled|laughed|nodded|exclaimed|"
    "murmured|called|went on|continued|returned|repeated"
)
_SPEAKS = re.compile(rf"^\s+(?:{_SAYS})\b")
_SPOKEN = re.compile(rf"\b(?:{_SAYS})\s+$")
_ACTS = re.compile(
    r"^\s+(?:came|went|was|had|sat|stood|took|gave|put|held|looked|saw|heard|left|ran|felt|knew|turned|rose|found|met|"
    r"opened|walked|stayed|woke|fell|struck|wrote|read|[a-z]{2,}ed)\b"
)
_WHERE = re.compile(r"\b(?:in|at|to|from|near|into|of|through|towards|for)\s+(?:the\s+)?$")
_ROLE = re.compile(r"^,\s+(?:the|an?)\s+(?P<role>[a-z][a-z’' -]{2,30}?)(?=[,.;])")
_NOT_NAMES = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december chapter god heaven english french german latin christmas easter i the a an he she it they
    we you his her their my your our this that these those there then when what who why how where yes no not but and or
    so if as in on at to for from with of by oh ah well now here nobody somebody everybody nothing something
    """.split()
)
_FEW = 2


def propose_people(text: str) -> list[ProposedPerson]:
    """Return the people named in a text, with their other names and counts, most frequent first.

    A capitalised word is a name if the text never writes it in lower case. A name is a person if it has a title, is a
    common first name, or is more often the subject of a verb than the place of an event («in» or «at» it).
    """
    small = Counter(re.findall(r"\b[a-z]{2,}\b", text))
    counts: Counter[str] = Counter()
    person: Counter[str] = Counter()
    place: Counter[str] = Counter()
    titles: dict[str, Counter[str]] = defaultdict(Counter)
    roles: dict[str, str] = {}
    for match in _NAME.finditer(text):
        words = _trimmed(match["name"].split(), small)
        if not words:
            continue
        name, title = " ".join(words), match["title"] or ""
        start = match.start("title") if title else match.start("name") + match["name"].find(words[0])
        end = start + len(match.group()) if title else start + len(name)
        before, after = text[max(0, start - 24) : start], text[match.end() : match.end() + 60]
        counts[name] += 1
        if title:
            titles[name][title] += 1
        speaks = bool(_SPEAKS.match(after) or _SPOKEN.search(before))
        person[name] += 3 * bool(title) + 3 * speaks + (1 if _ACTS.match(after) else 0)
        person[name] += 2 * (words[0].lower() in MALE | FEMALE and len(words) > 1)
        place[name] += bool(_WHERE.search(before)) and not title
        if (role := _ROLE.match(text[end : end + 60])) and name not in roles:
            roles[name] = role["role"]
    people = [
        name
        for name, count in counts.items()
        if person[name] > place[name]
        and (person[name] >= 3 or (count >= _FEW and person[name] >= 1) or (" " in name and person[name] >= _FEW))
    ]
    return _merged(people, counts, titles, roles)


def _trimmed(words: list[str], small: Counter[str]) -> list[str]:
    """Remove ordinary words from both ends: «When Ruth» at the beginning of a sentence gives «Ruth»."""
    while words and _is_word(words[0], small):
        words = words[1:]
    while words and _is_word(words[-1], small):
        words = words[:-1]
    return [] if any(_is_word(word, small) for word in words) else words


def _is_word(word: str, small: Counter[str]) -> bool:
    plain = re.sub(r"['’]s$", "", word).lower()
    is_known = plain in MALE | FEMALE
    return plain in _NOT_NAMES or (small[plain] > 0 and not is_known) or len(plain) < 2


def _merged(
    people: list[str], counts: Counter[str], titles: dict[str, Counter[str]], roles: dict[str, str]
) -> list[ProposedPerson]:
    """Merge a short name into the full name that contains it, if exactly one full name does."""
    full = [name for name in people if " " in name]
    members: dict[str, list[str]] = {name: [name] for name in full}
    for name in (name for name in people if " " not in name):
        fit = [whole for whole in full if name in whole.split()]
        own_titles = {*titles.get(name, ())}
        if (
            own_titles and len(fit) > 1
        ):  # «Mrs Cole» among several Coles: the one whose full name also occurs with «Mrs»
            fit = [whole for whole in fit if {*titles.get(whole, ())} & own_titles] or fit
        if len(fit) == 1:
            members[fit[0]].append(name)
        elif not fit or own_titles:
            members.setdefault(name, [name])
    proposals = []
    for name, names in members.items():
        titled = [(title, own) for own in names for title in titles.get(own, ())]
        shown = f"{titled[0][0]} {name}" if titled and " " not in name else name
        aliases = [own for own in names if own != shown]
        aliases += [f"{title} {own}" for title, own in titled] + [f"{title} {name.split()[-1]}" for title, _ in titled]
        if name.split()[0].lower() in MALE | FEMALE and " " in name:
            aliases.append(name.split()[0])
        role = next((roles[own] for own in names if own in roles), "")
        aliases += [f"the {role}"] if role else []
        count = sum(counts[own] for own in names)
        proposals.append(ProposedPerson(shown, tuple(dict.fromkeys(a for a in aliases if a != shown)), count, role))
    claims = Counter(alias for proposal in proposals for alias in proposal.aliases)
    return sorted(
        (
            ProposedPerson(own.name, tuple(alias for alias in own.aliases if claims[alias] == 1), own.count, own.role)
            for own in proposals
        ),
        key=lambda own: (-own.count, own.name),
    )
