"""Propose the people of a Chinese text that comes without a list of names."""

import re
from collections import Counter

from agentsensus.language.rules import ProposedPerson
from agentsensus.language.zh.names import DOUBLE_SURNAMES, ORDINARY, SURNAMES
from agentsensus.language.zh.tagging import tagged
from agentsensus.language.zh.words import lexicon

__all__ = ["propose_people"]

_FULL = re.compile(rf"(?=(?P<name>(?:{'|'.join(DOUBLE_SURNAMES)}|[{SURNAMES}])[\u4e00-\u9fff]{{1,2}}))")
_FAMILIAR = re.compile(r"[阿老小][\u4e00-\u9fff]")
_TITLED = re.compile(
    rf"[{SURNAMES}](?:叔叔|伯伯|大哥|哥哥|姐姐|婶婶|大娘|大爷|婆婆|老爷|夫人|太太|先生|小姐|师傅|掌柜|大夫|奶奶|姥姥|姨妈|姨娘|嬷嬷|妈妈|大人|将军)"
)
_GENERIC = frozenset(
    """
    小姐 老爷 老人 老婆 小孩 小心 小声 老板 老师 小子 老夫 小人 老天 小时 老家 小弟 老弟 众人 丫头 婆子
    左右 二人 三人 军士    媳妇 家人 老太太 老太 夫人 太太 一面 小厮 小丫 小丫头 众官 众将 姑娘 二爷 妹妹
    """.split()
)
_SPEAKER = re.compile(
    r"(?:^|(?<=[。！？；”\n]))(?P<name>[一-鿿]{2,3}?)(?:笑|冷笑|忙|又|低声)?(?:道|说道|问道|说|问|曰)[：:]“"
)
_SPEAKS = re.compile(r"(?:[^，。！？：“”]{0,5})?(?:道|曰|说|问|答|喝|叫|笑|哭|想)[：:，]?[“‘]?")
_BEFORE = "。！？；，、：“”‘’（）\n 　"
_AFTER_NAME = "道说问笑曰看听想把在的到来去走叫请拿又也不从接点正将便就已"
_NOT_GIVEN = (
    "道说曰看听想把在的到来去走叫问笑请又也不从接点正将便就已和与对向是有了着过里上下中们家个这那你我他她之兵军皆地"
)
_NO_NOUNS = "rmdvpcuxfqt"
"""Tags of words that are no nouns."""
_FEW = 3
_SHARE = 0.6
"""A longer form replaces a shorter one if it has at least this share of its occurrences."""
_RARELY = 0.02
_STRENGTH = 0.3
"""Minimum share of a name's occurrences at the beginning of a clause. Parts of other words have a lower share."""


def propose_people(text: str) -> list[ProposedPerson]:
    """Return the people named in a text, with their other names and counts, most frequent first.

    Candidates are a surname with one or two characters, 阿, 老 or 小 with one character, and a surname with a title. A
    candidate is a person if it is frequent, mostly begins a clause, and speaks or acts.
    """
    found: Counter[str] = Counter()
    opens: Counter[str] = Counter()
    speaks: Counter[str] = Counter()
    speakers = Counter(match["name"] for match in _SPEAKER.finditer(text))
    given = {name for name, count in speakers.items() if count >= 2 and _is_name(name) and name[0] not in SURNAMES}
    given -= {name for name in given if _FAMILIAR.fullmatch(name)}
    fulls = {name: re.findall(rf"[{SURNAMES}]{name}", text) for name in given}
    for pattern in (_FULL, _FAMILIAR, _TITLED):
        for match in pattern.finditer(text):
            longest = match["name"] if pattern is _FULL else match.group()
            start = match.start()
            forms = {longest, longest[:2]} if pattern is _FULL and longest[:2] not in DOUBLE_SURNAMES else {longest}
            for name in forms:
                found[name] += 1
                opens[name] += start == 0 or text[start - 1] in _BEFORE
                speaks[name] += bool(_SPEAKS.match(text[start + len(name) : start + len(name) + 9]))
    names = [
        name
        for name, count in found.items()
        if _is_name(name)
        and not _is_other_word(name)
        and (count >= _FEW or speaks[name] or _TITLED.fullmatch(name))
        and (opens[name] >= _STRENGTH * count or speaks[name] >= 2 or _TITLED.fullmatch(name))
    ]
    chosen = [name for name in names if not _is_cut(name, names, found) and name not in _GENERIC]
    by_title = {name for name in chosen if _TITLED.fullmatch(name)}
    of_family = {name: [own for own in chosen if own[0] == name[0] and own not in by_title] for name in by_title}
    chosen = [name for name in chosen if len(of_family.get(name, ())) != 1 and not {name, name[1:]} & given]
    proposals = [
        ProposedPerson(full, (name,), len(re.findall(name, text)), "")
        for name in sorted(fulls)
        for full in [_full_name(name, fulls[name], text)]
    ]
    for name in chosen:
        last = name[-2:] if len(name) == 3 and name not in by_title else ""
        short = len(re.findall(re.escape(last), text)) - found[name] if last else 0
        aliases = [last] if short >= 2 and last not in lexicon().verbs else []
        aliases += sorted(titled for titled, own in of_family.items() if own == [name])
        proposals.append(ProposedPerson(name, tuple(aliases), found[name] + (short if last in aliases else 0), ""))
    claims = Counter(alias for own in proposals for alias in own.aliases)
    unique = [
        ProposedPerson(
            own.name,
            tuple(alias for alias in own.aliases if claims[alias] == 1 and alias != own.name),
            own.count,
            own.role,
        )
        for own in proposals
    ]
    return sorted(unique, key=lambda own: (-own.count, own.name))


def _full_name(name: str, fulls: list[str], text: str) -> str:
    """Return `name` with its surname; unchanged if several surnames precede it, or one rarely does."""
    if not fulls:
        return name
    full, count = Counter(fulls).most_common(1)[0]
    is_usual = count >= _RARELY * len(re.findall(name, text)) and count >= _SHARE * len(fulls)
    return full if is_usual else name


def _is_name(name: str) -> bool:
    if name in ORDINARY or name[:2] in ORDINARY or name in lexicon().verbs or name in _GENERIC:
        return False
    if name[1:] in _GENERIC and not _TITLED.fullmatch(name):
        return False
    return not any(char in _NOT_GIVEN for char in name[1:])


def _is_other_word(name: str) -> bool:
    """Return whether a name, or the name without its surname, is a dictionary word other than a noun: 何故, 马五百."""
    return any(
        len(words) == 1 and words[0].tag[0] in _NO_NOUNS
        for part in (name, name[1:])
        if len(part) > 1
        for words in [tagged(part, False)]
    )


def _is_cut(name: str, names: list[str], found: Counter[str]) -> bool:
    """Return whether a name is the beginning of a longer name, or has a character too many."""
    longer = [other for other in names if other != name and other.startswith(name)]
    if any(found[other] >= _SHARE * found[name] for other in longer):
        return True
    shorter = [other for other in names if other != name and name.startswith(other)]
    return any(found[name] < _SHARE * found[other] for other in shorter)
