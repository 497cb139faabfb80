"""Chinese reading rules: words, numbers, times, places, negation, plans, questions and reports."""

import re
from itertools import pairwise

from agentsensus.language.rules import ReadingRules
from agentsensus.language.zh.names import han_names
from agentsensus.language.zh.numerals import chinese_numbers

STOP = frozenset(
    "的了是在有和与也都就又还而但被把向对从到给让使这那他她它我你们个着过得地之其此于以为因所很更最已"
    "，。！？；：、“”‘’（）《》 "
)
_NEGATION = re.compile(
    r"不(?![禁久过料但由少断仅同止妨愧时停住觉免管论顾惜然幸胜])|(?<![出埋淹沉吞隐])没(?!收|落|入)|未(?![来必央])|拒|推辞|推却|作罢|"
    r"并非|绝非|决非|毫无|并无|无(?=人|法|力|意|心|功|果|奈|缘|从|一|处|暇)|别(?=再|去|让)|莫(?=要|再)|勿|免于|失败|失手|落空|"
    r"否认|谢绝|婉拒|休要|罢手|罢休|放弃|中止|停止"
)
_NOT_NEGATION = re.compile(
    r"不得不|不能不|不可不|未尝不|没有不|忍不住|禁不住|不由得|不约而同|没想到|不禁|对不起|了不起|恨不得|巴不得|不肯罢休|无不|莫不|"
    r"不慎|不一会|不多时|不日|不知不觉|不知何时|不知怎|差不多|说不定|好不容易|要不是|无意中|([\u4e00-\u9fff])不\1"
)
_PLAN = re.compile(
    r"打算|准备|计划|想要|(?<![思理梦妄幻回联感料设猜])想(?![起到念不象像着来必法])|(?<![情食肉私物性])欲(?![望念])|"
    r"(?<![生性救逃拼要丧革天使任毙饶受复从抗违遵亡短薄寿人殒绝送])命(?!令已|中|运|名|案|丧|根)|下令|命令|吩咐|答应|许诺|承诺|约定|"
    r"提议|建议|决定|预备|请求|立志|发誓|起誓|立誓|托付|嘱托|拜托|愿意|希望|商议|商量|拟|意图|企图|将要|即将|将会|将(?=于|择机|首次|再次|继续|陆续|正式|全面|逐步|尽快|分批|重新|不再|率|前往|出兵|攻打|进攻|赴|亲自)|正要|就要|快要|"
    r"(?<![主重需首紧])要(?=去|把|将|让|在|给|来|与|和|为|派|请|回|送|杀|攻|出)|(?<![谢议大晚年酒舞聚宴协委商总例晨早班演音庆展年机])会(?=去|来|把|在|给|为|对|向|被|由|让|尽快|继续)|盘算|谋划|密谋|发誓要|立誓|明日|明天|"
    r"改日|预定|拟定|筹划|试图|指示|嘱咐|劝|要求|可能|也许|怀疑|担心|以为|猜测|推测|扬言|威胁|许下|应当|理应|正在|(?<![现实存所内])在(?=写|修(?!理厂)|改|画|撰|拟|办理|筹|搬|装修|施工|排练|谈判|讨论)|谋(?=害|杀|取|反)"
)
_ORDER = re.compile(
    r"(?<![生性救逃拼要丧革天使任毙饶受复从抗违遵亡短薄寿人殒绝送])命(?![中运名案丧根])|(?<![司县])令(?![郎尊爱媛堂]|人[\u4e00-\u9fff])|"
    r"派(?!头|系)|遣|吩咐|差(?=人|遣)|指使|嘱咐|调(?=兵|遣)|使(?=人)"
)
_REPORT = re.compile(
    r"告诉|禀|据(?=[^，。]{1,10}(?:反映|说|称|介绍|透露))|反映(?!出|了)|报告|报信|汇报|听说|据说|传言|声称|转告|宣称|讲述|得知|谎称|告知|听闻|闻知|谎报|探得|透露|宣布|"
    r"(?<![小劝话却且再学])说(?![服客媒])|(?<!知)道(?=：|:|“)|(?<![知街轨味霸地难通赤人官大小铁河管隧航一])道(?=，)|曰|"
    r"(?<![名对匀职])称(?![赞王帝霸臣病兄职号为作心呼])|传(?=来|说|闻|信|报)|提起(?![大长笔刀剑枪裙衣袍水])|承认|回报|告密|风闻|流传"
)
_ASKS = re.compile(
    r"？|\?|吗|是否|是不是|有没有(?!人)|没有？|纳闷|想知道|为何|何时|何处|为什么|难道|询问|打听|质问|追问|请教|(?<![学疑慰访顾])问(?![题候罪安世])"
)
_TIMES = {
    "morning": "清晨 早晨 早上 黎明 天亮 拂晓 清早 一早 凌晨 上午 五更", "noon": "中午 正午 午后 下午 晌午",
    "night": "傍晚 黄昏 晚上 夜里 半夜 深夜 夜间 当夜 三更 二更 四更 今夜 夜晚 连夜 夜半 一更 当晚 今晚 入夜",
    "spring": "春天 春季 初春 暮春 春日 开春", "summer": "夏天 夏季 盛夏 夏日 初夏",
    "autumn": "秋天 秋季 深秋 中秋 秋日 初秋",
    "winter": "冬天 冬季 隆冬 寒冬 冬日", "yesterday": "昨日 昨天 昨夜", "tomorrow": "明日 明天", "today": "今日 今天",
    "duanwu": "端午 端阳", "yuanxiao": "元宵 上元", "chongyang": "重阳", "newyear": "除夕 元旦 新年 正月",
}  # fmt: skip
_TIME_OF = {word: time for time, words in _TIMES.items() for word in words.split()}
_DATE = re.compile(r"[初一二三四五六七八九十\d]{1,3}[月日](?!夜)|初[一二三四五六七八九十]")
# A preposition or verb of motion before a place is not part of its name.
_BEFORE = "在到往去从于至入出进攻打守夺取占围离赴回返来过渡的了向自由把被是和与及有上下这那里外中都又也还便就才只我他她你们着给替比点"  # noqa: E501
_PLACE = re.compile(
    rf"[^\W{_BEFORE}a-zA-Z0-9_]{{1,2}}(?:州|城|(?<![有相无机开])关(?![于系心注键])|县|郡|寺|庙|园|院|馆|山|江|河|湖|桥|坡|谷|楼|亭|阁|宫|殿|营|寨|村|镇|港|渡|津|陵|岭|洞|斋|轩|庵|堂|"
    r"府|厅|池|台|苑|京|房|屋|塘|庄|林|塔|坞|坛|巷|街|岸|湾|郊)|[门路渡谷关洞隘港山村巷]口|[平中草高]原|五丈原|首都|"
    r"许都|洛阳|长安|荆州|徐州|新野|江东|西川|汉中|南阳|官渡|赤壁|樊城|襄阳|成都|建业|邺城|潼关|"
    r"大观园|潇湘馆|怡红院|蘅芜苑|荣国府|宁国府|稻香村|秋爽斋|栊翠庵|梨香院|沁芳亭|藕香榭|缀锦楼|凸碧堂|暖香坞"
)
_PASSIVE = re.compile(r"(?<!棉)被(?![子褥])|遭(?!遇)|为(?=[\u4e00-\u9fff]{1,4}所)")
_ASKING = re.compile(r"为什么|什么|怎么样?|怎样|如何|多少|哪[里儿个些位]?|谁|[吗呢]")
_BEHIND = 6


def content_words(text: str, persons: tuple[str, ...]) -> tuple[str, ...]:
    """Return pairs of neighbouring characters that carry meaning, in order, without names."""
    chars = [char if char not in STOP else " " for char in _bare(text, persons)]
    return tuple(a + b for a, b in pairwise(chars) if " " not in (a, b))


def content_characters(text: str, persons: tuple[str, ...]) -> tuple[str, ...]:
    """Return single characters that carry meaning, in order, without names and question words."""
    return tuple(char for char in _bare(_ASKING.sub("", text), persons) if char not in STOP)


def _bare(text: str, persons: tuple[str, ...]) -> str:
    for person in sorted(persons, key=len, reverse=True):
        text = text.replace(person, "，")
    return text


def doer(text: str, persons: tuple[str, ...]) -> str:
    """Return the person who acts: the first person named, or in a passive the person after 被; "" if there is none."""
    if not persons:
        return ""
    passive = _PASSIVE.search(text)
    first = text.find(persons[0])
    if not passive or first > passive.start() or re.search(r"[，。；]", text[max(first, 0) : passive.start()]):
        return persons[0]
    behind = re.split(r"[，。；]", text[passive.end() :])[0]
    agents = [(place, person) for person in persons if 0 <= (place := behind.find(person)) <= _BEHIND]
    return min(agents)[1] if agents else ""


def numbers(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    """Return the numbers of a text as figures. A numeral in a name, such as 三 in 张三, does not count."""
    return chinese_numbers(_bare(text, persons))


def times(text: str) -> frozenset[str]:
    """Return the times of day, days, seasons and festivals in a text."""
    times_of_day = {time for word, time in _TIME_OF.items() if word in text}
    return frozenset(times_of_day | set(_DATE.findall(text)))


def places(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    """Return the names of places, recognised by their last character or from a list."""
    bare = text
    for person in persons:
        bare = bare.replace(person, "，")
    return frozenset(_PLACE.findall(bare))


def orders(text: str) -> bool:
    """Return whether the text reports an order or an errand."""
    return bool(_ORDER.search(text))


def negations(text: str) -> int:
    """Return how many words of the text deny something."""
    return len(_NEGATION.findall(_NOT_NEGATION.sub("", text)))


def planned(text: str) -> bool:
    """Return whether the text reports something intended, ordered, promised or possible, and not something done."""
    return bool(_PLAN.search(text))


def asks(text: str) -> bool:
    """Return whether the text is a question or reports a question."""
    return bool(_ASKS.search(text))


def reports_speech(text: str) -> bool:
    """Return whether the text reports speech and not an event."""
    return bool(_REPORT.search(text))


def _guessed_names(text: str, registry_has_han: bool) -> list[tuple[int, str]]:
    return [] if registry_has_han else han_names(text)


_SILENT = re.compile(
    r"(?:没有?|从未|未曾|不曾|从不)(?:再)?(?:对|向|跟|同)?[^，。；]{0,6}?(?:告诉|提起|说起|提过|说过|透露|吐露)|守口如瓶|绝口不提|只字未提|一字不提"
)


def keeps_silent(text: str) -> bool:
    """Return whether the text says that a person kept silent about something."""
    return bool(_SILENT.search(text))


READER = ReadingRules(
    content_words=content_words,
    content_units=content_characters,
    doer=doer,
    numbers=numbers,
    times=times,
    places=places,
    orders=orders,
    negations=negations,
    planned=planned,
    asks=asks,
    reports_speech=reports_speech,
    keeps_silent=keeps_silent,
    guessed_names=_guessed_names,
)
