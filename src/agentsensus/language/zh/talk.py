"""Chinese conversation: fillers, dropped subjects, references to earlier sentences, short answers, and who 他
may be.
"""

import re
from itertools import takewhile

from agentsensus.language.quotes import replaced_outside_quotes, unquoted
from agentsensus.language.rules import Talk
from agentsensus.language.zh.names import DOUBLE_SURNAMES, SURNAMES, han_names
from agentsensus.language.zh.tagging import is_procedure, opening_of, people, tagged

__all__ = ["TALK"]

_EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+")
_INTERJECTION = (
    "(?:好+的?[呀啊吧嘞哦哒]?|嗯+[呢啊]?|哦+|噢+|喔+|啊+|哇+|哎+[呀哟]?|唉+|诶+|哈+|呵+|嘿+|嘻+|嗨+|哼+|是[的啊呀呢]|对[的啊呀了]?|没错|行[吧啊]?|"
    "可以[的啊]?|当然[了啦]?|没问题|没事[的儿]?|没关系|不客气|不用谢|不会吧|收到[了]?|明白[了]?|知道[了啦]|了解[了]?|懂了|原来如此|原来是这样|确实[是]?|"
    "的确|同感|我也是|一言为定|天[哪啊呐]|我的天[哪啊]?|天哪|真的[吗啊]?|厉害[了啊]?|不错[啊呀]?|有意思|早|早安|早上好|上午好|中午好|下午好|晚上好|晚安|"
    "你好[呀啊]?|您好|大家好|再见|拜拜|回头见|明天见|回见|话说|说起来|顺便说一句|那个|其实|亲爱的[日记朋友]*|辛苦[了啦]?|加油[啊哦]?|抱歉|对不起|不好意思|"
    "谢谢|多谢|感谢|谢啦|谢了|祝好|哎呀|可不是[嘛吗]?|太[^，。！？]{1,4}了[吧啊呀]?|真[是]?(?:好|棒|巧|不错|厉害|可惜|遗憾|有意思|有趣|让人羡慕|替你高兴|好看|开心)[啊呀了]?)"
)
_WHOLE = re.compile(
    f"(?:{_INTERJECTION}|(?:谢谢|多谢|感谢|谢了|谢啦)[^，]*|(?:抱歉|对不起|不好意思|辛苦)[^，]{{0,12}}|(?:早上好|晚安|你好|您好|大家好|嗨|再见|拜拜)[^，]{{0,8}}|"
    "[^，]{1,4}(?:你好|您好|早上好|下午好|晚上好|好久不见)[呀啊]?|(?:真|好)羡慕[^，]{0,6}|真为[^，]{1,8}高兴|恭喜[^，]*|祝[你您大我他她贺福愿好一生节周新][^，]*|愿你[^，]*|欢迎(?!会|仪式|词|宴)[^，]*|"
    "(?:请|麻烦|劳驾|拜托)(?!了|假|客|来|到|教|示|求|愿|柬)[^，]*|(?:保重|注意身体|好好休息|路上小心|慢走|慢慢来|别担心|别急|放心吧?)[^，]{0,8}|"
    "加油[^，]{0,6}|听起来[^，]{1,10}|看起来不错|那(?:就)?(?:好|太好了|行)[^，]{0,3}|(?:我)?(?:同意|理解|懂|明白)(?:你[^，]{0,6})?|"
    "我们?(?:下次|改天|回头|明天)(?:再)?(?:聊|见|说)[吧]?|(?:下次|改天|回头|明天)(?:再)?(?:聊|见|说)[吧]?|咱们?走吧|走吧|一起加油[^，]*|再?[^，了]{1,5}吧|等你[^，]{0,6}消息|期待[^，]{0,10})"
)
_ASKED = re.compile("(?<![请疑学])问(?![题候号])|询问|打听|想知道|请教|质问|追问")
_SAID = re.compile('[说道问答喊叫][：:]?\\s*[“「『"]')
_SEGMENT = re.compile("[，,。！!～~；;、…\\s]+")
_LEAD_IN = re.compile(f"\\s*{_INTERJECTION}(?:[，,！!。～~]+\\s*)(?=\\S)")
_NUMBERED = re.compile(r"^[(（]?(?:\d{1,3}|[一二三四五六七八九十]{1,2})[.)、）．]\s*(?=\D)")
_LONGEST_FILLER = 60
_TITLE = re.compile(
    "[^，。：我你他她向对给和做写]{0,6}(?:记录|纪要|日志|总结|同步|汇报|日报|周报|小结|结论|要点|待办|清单|进展|进度|安排|事项|情况)[。：:]"
)
_LISTED = re.compile(r"[^，。：:]{1,12}[：:]\s*(?=[(（]?1[.)、）．])")
"""Matches a label before the first item of a list: «发布清单：1.迁移完成。»"""


def _is_filler(sentence: str) -> bool:
    plain = _EMOJI.sub(" ", sentence).strip().strip('“”"「」 ').strip()
    if not re.search(r"[^\W_]", plain):
        return True
    if plain[-1] in "?？" or re.search("[吗么呢]。?$", plain):
        return not (_ASKED.search(unquoted(sentence)) or _SAID.search(sentence))
    if plain[-1] in ":：" and not _DEED.match(_rest(plain)):
        return True
    if len(plain) > _LONGEST_FILLER:
        return False
    if _TITLE.fullmatch(plain):
        return True
    segments = [part for part in _SEGMENT.split(plain) if part]
    whole = [part for part in segments if _WHOLE.fullmatch(part)]
    return (
        bool(whole)
        and all(_WHOLE.fullmatch(part) or len(part) <= 3 for part in segments[1:])
        and (bool(_WHOLE.fullmatch(segments[0])) or (len(segments) > 1 and len(segments[0]) <= 3))
    )


def _content(sentence: str) -> str:
    text = _NUMBERED.sub("", _LISTED.sub("", sentence, count=1) if _LISTED.match(sentence) else sentence)
    if (title := _TITLE.match(text)) and text[title.end() - 1] in ":：" and text[title.end() :].strip():
        text = _NUMBERED.sub("", text[title.end() :].strip())
    for _ in range(3):
        match = _LEAD_IN.match(text)
        if not match or len(text) - match.end() < 3:
            break
        text = text[match.end() :]
    return text


_NUMBER = "[\\d一二三四五六七八九十两几半百]"
_HEAD = re.compile(
    "(?:今[天日晚早]|昨[天日晚夜]|明[天日]|前天|后天|当[天晚日]|那天|这天|周[一二三四五六日末]|星期[一二三四五六日天]|上周|下周|上个?月|下个?月|去年|今年|明年|上午|下午|早上|早晨|"
    "清晨|清早|一早|凌晨|中午|傍晚|晚上|夜里|半夜|深夜|刚才|刚刚|现在|目前|后来|然后|接着|随后|最后|终于|已经|早已|又|还|也|就|才|再|一直|刚|"
    f"(?:{_NUMBER}{{1,4}}月)?{_NUMBER}{{1,4}}[日号]|{_NUMBER}{{1,3}}点(?:钟|半|{_NUMBER}{{1,3}}分?)?|{_NUMBER}{{1,3}}个?(?:小时|分钟|天|周|月|年)(?:之?后|以后|前)|"
    "整[天夜晚]|全天|一整[天夜]|子夜|午夜|黎明|拂晓|天亮|日落|天黑|[^，。的了]{1,5}(?:之前|以前|之后|以后)|"
    "于是|不过|但是?|可是|所以|因此|结果|回来后|之后|此后|因为[^，。]{1,8}?(?=回|取消|推迟|失败了|停)|"
    "在[^，。]{1,8}?(?:里|中|边|上|下|旁|处|门口|附近|家|外|内)|在家|与[^，。]{2,4}?(?=饮|喝|吃|谈|聊|见|商)|跟[^，。]{2,4}?(?=谈|聊|见|商|吃|喝)|和[^，。]{2,4}?(?=谈|聊|见|商|吃|喝))[，,]?"
)
_DEED = re.compile(
    "去(?!世|年)|来到|到(?!期|处|底)|见了|见到|遇见|遇到|碰到|碰见|看到|看见|看了|听到|听说|写了|写完|买了|打开|关上|关掉|检查|上线|部署|回滚|重启|收到|发了|发给|寄了|打了|打给|打电话|"
    "参加|吃了|喝了|读了|读完|学了|做了|做完|完成|修好|修了|修复|改了|删了|跑了|跑完|走到|回到|回了|下楼|上楼|开会|开了|拜访|拿到|拿了|借了|还了|搬到|睡不着|睡了|醒来|起床|"
    "饮酒|喝酒|吃饭|聊了|谈了|商量|整理|提交|合并了|测试了|更新了|换了|清理|联系了|约了|带了|送了|给[^，。]{1,8}(?:打|发|写|送|寄|买)|陪|帮|忘了|决定|复现|排查|定位到?|确认了|提单|查到|查了|回退|退回|切换|迁移|抓到|找到了?|数到|量了|测了|拍了|画了|打算|准备|试了|退了|付了|交了|取了|接了|安装|升级|观察到|记录了"
)
_WEATHER = re.compile(
    "下[了着]?(?:雨|雪|雾|冰雹)|刮[了着]?风|打雷|出太阳|天[晴阴黑亮]|有[人位名些一两三]|[下降]了?[大小暴]"
)


def _rest(sentence: str) -> str:
    """Return the sentence without the times, adverbs and places before its verb."""
    place = 0
    for _ in range(6):
        match = _HEAD.match(sentence, place)
        if not match:
            break
        place = match.end()
    return sentence[place:]


def _with_subject(sentence: str, subject: str) -> str:
    if sentence.rstrip()[-1:] in "?？" or _WEATHER.match(rest := _rest(sentence)):
        return sentence
    is_deed = opening_of(rest).is_deed or _is_deed(rest)
    return subject + sentence if is_deed and not _begins_with_name(rest) else sentence


def _begins_with_name(rest: str) -> bool:
    return any(place == 0 for place, _ in (*han_names(rest), *people(rest)))


def _is_deed(rest: str) -> bool:
    """Return whether the words begin with a person's deed, and not with the name of a procedure, as 部署失败了 does."""
    return bool(_DEED.match(rest)) and not is_procedure(rest)


def _lacks_subject(sentence: str) -> bool:
    rest = _rest(sentence)
    if _WEATHER.match(rest) or _begins_with_name(rest):
        return False
    return _is_deed(rest) or not opening_of(rest).has_subject


_DANGLES = re.compile(
    "(?:但是?|可是|不过|而且|所以|然后|后来|于是|现在|今天|结果)?，?(?:它们?|他们|她们|这(?!里|边|家|次|天|周|个月|年|种|位|座|条|份|台|本|些人|个[\u4e00-\u9fff])|那(?!里|边|家|次|天|年|位|座|条|"
    "份|台|本|个[\u4e00-\u9fff])|此[人事物]|其[中他余一二](?!实)|前者|后者|两者|二者|对方|该(?!公司|项目|系统|校|院|国|省|市)|也是(?:如此|这样)|同上)"
)
_PLACE_ONLY = re.compile(
    "[^，。]{2,8}(?:里|中|上|下)(?:面)?(?:也|都|还|就|却|很|不|没)?(?:正常|可以|没事|没问题|能用|不行|没有|有|好用|报错|失败)"
)
_ADJUNCT_ONLY = re.compile(
    f"(?:在|从|直到|大概|大约)?(?:去年|今年|上个?月|{_NUMBER}{{1,4}}[年月日号点]){{1,3}}(?:左右|的时候|之前|之后)?[。！]?"
)


def _dangles(statement: str) -> bool:
    return bool(_DANGLES.match(statement) or _PLACE_ONLY.match(statement) or _ADJUNCT_ONLY.fullmatch(statement))


_CALLED = re.compile(
    f"(?:{'|'.join(DOUBLE_SURNAMES)}|[{SURNAMES}])(?:大爷|大妈|大叔|大伯|阿姨|叔叔?|姐|哥|奶奶|爷爷|婶|伯|女士|先生|师傅|经理|医生|老师|主任|夫人|太太)|"
    "(?<![\u4e00-\u9fff][大从很最太较变更缩])[小老阿](?!同|时|心|说|学|区|组|孩|姐|事|看|数|型|米|麦|师|板|人|家|婆|公|是|爷|太|旧|实|虎|鼠|年|龄|姨|朋|伙|狗|猫|鸟|鱼|吃|费|便|雨|雪|路|巷|店|街|院|楼|声|腿|臂|程)"
    "[\u4e00-\u9fff](?![\u4e00-\u9fff]?[家人们]?的)"
)
_NOT_PEOPLE = re.compile("(?:数据|公司|大学|医院|集团|系统|版本|银行|机场|车站|酒店)")


def _at_border(text: str, place: int, name: str) -> str:
    """Return a guessed name without a last character that belongs to the next word: 顾北 for «顾北想搬走»."""
    word = next((word for word in tagged(text) if word.start == place + 2), None)
    ends = len(name) == 3 and word is not None and word.tag != "nr" and not name.startswith(DOUBLE_SURNAMES)
    return name[:2] if ends else name


def _candidates(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    found = [(text.find(name), name) for name in names if not _NOT_PEOPLE.search(name)]
    taken = {at for place, name in found for at in range(place, place + len(name))}
    found += [(place, name) for place, name in people(text) if taken.isdisjoint(range(place, place + len(name)))]
    found = [(place, _at_border(text, place, name)) for place, name in found]
    called = [(match.start(), match.group()) for match in _CALLED.finditer(text)]
    longer = [(place, name) for place, name in called if not any(name in other for _, other in found)]
    found = [(place, name) for place, name in found if not any(name in other or place == at for at, other in longer)]
    return tuple(dict.fromkeys(name for _, name in sorted([*found, *longer])))


_ROLES = re.compile(
    "(?:爷爷|奶奶|外公|外婆|姥姥|姥爷|姑妈|姑姑|姨妈|舅舅|舅妈|叔叔|伯伯|爸爸|妈妈|老爸|老妈|父亲|母亲|侄子|侄女|外甥|外甥女|表[哥弟姐妹]|堂[哥弟姐妹]|大夫|医生|郎中|厨子|花匠|客人|房客|王后|国王|老夫人|小姐|公子|爹|娘|[大二三四五六小][叔舅姨姑伯婶](?:妈|父|母)?|老伴|太太|奶奶|男朋友|女朋友|大副|船长|总监|管家|工头|房东|教练|老板|老师|班长|队长|组长|店长|校长|师傅|师父|病人|刺客|太子|护士|司机|班主任|哥哥|弟弟|姐姐|妹妹|妻子|丈夫|老婆|老公|儿子|女儿|室友|同桌|邻居|掌柜|县令)"
    "(?![的们家])"
)


def _roles(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(match.group() for match in _ROLES.finditer(text)))


_MALE = re.compile("爷|叔|伯|爸|父|哥|弟|舅|先生|公子|丈夫|老公|儿子|男")
_FEMALE = re.compile("奶|姑|姨|妈|母|姐|妹|婶|女士|夫人|太太|小姐|妻|老婆|女")


def _may_mean(pronoun: str, name: str) -> bool:
    return not (_MALE if pronoun.startswith("她") else _FEMALE).search(name)


_OBJECT = re.compile("(?<=[给对向跟把被让叫劝请问见送带陪帮找问替为和与告诉通知退还])[他她](?![们人的日乡])")
_WITH_ME = re.compile("我[和跟与同](?!我|你|他|她)|[和跟与同]我(?!们|说|讲|打)")


def _companions(clause: str) -> tuple[str, ...]:
    match = _WITH_ME.search(text := unquoted(clause))
    if not match:
        return ()
    is_after = match.group()[0] == "我"
    words = tagged(text[match.end() :]) if is_after else tuple(reversed(tagged(text[: match.start()])))
    joined = list(takewhile(lambda word: word.tag in _JOINED or word.text == "们", words))
    named = "".join(word.text for word in (joined if is_after else reversed(joined)))
    return (named,) if named else ()


_JOINED = frozenset("n nr nz nrt nrfg k".split())


_WE = re.compile("我们|咱们")


def _name_party(text: str, party: str) -> str:
    return replaced_outside_quotes(text, _WE, lambda _: party)


_TAUTOLOGY = re.compile(r"([\u4e00-\u9fff]{1,8})是\1[。！]?$")
_YES_NO = re.compile("(?:^|[。！？，])(?P<who>你|您)(?P<deed>[^，。？?]{2,30}?)(?P<le>了)?[吗嘛][？?]\\s*$")
_REPLY = re.compile(
    "(?P<yes>去了|是的?|对|嗯+|有|没有?|不是)[，,。](?P<adjunct>[^，,。！!了]{2,16})(?:去的|的)?[。！!]?$"
)
_WHEN = re.compile(f"(?:在|从)?(?:{_NUMBER}{{1,4}}[月日号点年]|上周|去年|昨|今|前|周|上个?月)")


def _answer(question: str, reply: str) -> str:
    """Combine a question and a short reply: «你去罗马了吗？», «是的，五月。» give «我五月去罗马了。»; "" if unsure."""
    asked, said = _YES_NO.search(question[-120:]), _REPLY.match(reply.strip())
    if not asked or not said or said["yes"].startswith(("没", "不")) or not _WHEN.match(said["adjunct"]):
        return ""
    if re.search("[你我他她谁哪什]", asked["deed"]):
        return ""
    adjunct = re.sub("去?的$", "", said["adjunct"])
    return f"我{adjunct}{asked['deed']}{asked['le'] or ''}。"


TALK = Talk(
    is_filler=_is_filler,
    content=_content,
    says_nothing=lambda statement: bool(_TAUTOLOGY.match(statement)),
    with_subject=_with_subject,
    lacks_subject=_lacks_subject,
    dangles=_dangles,
    candidates=_candidates,
    roles=_roles,
    is_plural=lambda person: person in ("将士", "众将", "部下", "敌军", "百姓"),
    may_mean=_may_mean,
    object_pronoun=_OBJECT,
    embeds=re.compile("[，,：:；;]|说|想|觉得|认为|知道|希望|要求|让|叫|请|问|的"),
    spelled_out=str,
    has_owner=re.compile("(?!)"),
    reports=re.compile("[，,：:；;]|说|觉得|认为|知道|以为"),
    companions=_companions,
    name_party=_name_party,
    others="{}等人",
    vague=re.compile("[\u4e00-\u9fffA-Za-z]等人"),
    answer=_answer,
)
