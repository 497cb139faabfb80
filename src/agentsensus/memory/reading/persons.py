"""People (and other bearers of names) in a statement, in the order of their first mention."""

import re
from functools import lru_cache

from agentsensus.memory.language import language
from agentsensus.memory.names import Names

_TITLES = frozenset(
    """
    king queen prince princess lord lady sir mr mrs ms miss dr doctor captain general duke duchess count earl
    father mother brother sister uncle aunt president senator emperor minister young old
    """.split()
)
_NOT_NAMES = frozenset(
    """
    i a an the this that these those he she it they we you his her its their my our your him them us who whom
    whose what when where why which how if as at by for from in into of off on onto or and but so yet nor to
    with without after before during while since until though although because once then there here now today
    tonight tomorrow yesterday not no never nobody nothing none some any all both each every many most few
    several one two three four five six seven eight nine ten hundred thousand first second third last next both
    either neither only also even still just again soon later meanwhile however finally suddenly perhaps maybe
    yes did does do was were is are be been has had have will would shall should can could may might must let
    according monday tuesday wednesday thursday friday saturday sunday january february march april june july
    august september october november december god heaven
    """.split()
)
_CAPITALISED = re.compile(r"(?:[A-Z][\w’'-]*|[A-Z]\.)(?:\s+(?:of\s+)?(?:[A-Z][\w’'-]*|[A-Z]\.))*")

# The hundred commonest surnames and those of two characters; a name is a surname and one or two characters more.
_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文关庞甘颜华荀糜凌祢"
    "尤柳"
)
_DOUBLE = ("诸葛", "司马", "夏侯", "公孙", "皇甫", "欧阳", "上官", "东方", "尉迟", "令狐", "太史")
_NOT_GIVEN = frozenset(
    "的了是在有和与不也都就又还而但被把向对从到给让使将要去来说道问答这那他她它我你们个上下前后里外中内"
    "着过得地之其此于以为因所可能会想看见听知请命叫令派带领率拿出入进回起开关打走跑杀死送写读吃喝住坐站"
    "年月日时天夜早晚今明昨州城县郡府山河江湖海军兵将士民家门面边方东西南北路先很更最正刚已曾没未无非"
)
_HAN_NAME = re.compile(
    rf"(?:{'|'.join(_DOUBLE)}|[{_SURNAMES}])"
    rf"(?:[\u4e00-\u9fff])(?:[\u4e00-\u9fff])?"
)
_HAN_TITLES = ("丞相", "将军", "夫人", "太守", "老太太", "老爷", "太太", "姑娘", "奶奶", "太后", "皇帝", "天子", "先生")


@lru_cache(maxsize=65_536)
def persons_in(text: str, names: Names) -> tuple[str, ...]:
    """Canonical names in a text. With a registry they are looked up; without, capitals and surnames tell."""
    spoken = language(text)
    listed = [names.display(agent) for agent in names.mentioned(text)]
    guessed = _latin_names(text) if spoken == "en" else [] if names.has_han else _han_names(text)
    known = {word for name in listed for word in name.split()}
    found = dict.fromkeys([*listed, *(name for name in guessed if not set(name.split()) & known)])
    return tuple(sorted(found, key=lambda name: text.find(name) if name in text else len(text)))


def _latin_names(text: str) -> list[str]:
    found = []
    for match in _CAPITALISED.finditer(text):
        words = [word.removesuffix("'s").removesuffix("’s") for word in match.group().split()]
        while words and (words[0].lower() in _NOT_NAMES or words[0].lower() in _TITLES):
            words = words[1:]
        # A single word at the start of a sentence is a name only if it is no ordinary word in a capital.
        if words and not (len(words) == 1 and _opens_sentence(text, match.start()) and _is_ordinary(words[0], text)):
            found.append(" ".join(words))
    return found


def _opens_sentence(text: str, start: int) -> bool:
    return not text[:start].strip(" \"“'‘(") or bool(re.search(r"[.!?]\s*[\"“]?$", text[:start].rstrip()))


def _is_ordinary(word: str, text: str) -> bool:
    lower = word.lower()
    return lower in text.replace(word, "", 1).split() or lower.endswith(("ing", "ly", "ness", "ment", "tion"))


def _han_names(text: str) -> list[str]:
    found: list[str] = []
    place = 0
    while match := _HAN_NAME.search(text, place):
        surname = next((s for s in _DOUBLE if match.group().startswith(s)), match.group()[0])
        given = match.group()[len(surname) :]
        kept = given[:1] if given[1:] in _NOT_GIVEN or _starts_title(text, match.start() + len(surname) + 1) else given
        if kept[:1] in _NOT_GIVEN:
            place = match.start() + 1
            continue
        if len(kept) == 2 and len(surname) == 1 and _repeats_short(text, surname + kept[0], match.start()):
            kept = kept[:1]
        found.append(surname + kept)
        place = match.start() + len(surname) + len(kept)
    return found


def _starts_title(text: str, place: int) -> bool:
    return text.startswith(_HAN_TITLES, place)


def _repeats_short(text: str, name: str, start: int) -> bool:
    return name in text[:start]
