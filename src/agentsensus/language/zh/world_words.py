"""Chinese words and patterns that story worlds look for."""

import re

from agentsensus.language.rules import WorldPhrases

__all__ = ["WORLD_WORDS"]

_INTENTS = (
    ("learn", r"得知\s*(?P<event>.+)"),
    ("tell", r"把\s*(?P<event>.+?)\s*告诉\s*(?P<whom>.+)"),
    ("keep", r"(?:对\s*(?P<whom>.+?)\s*)?隐瞒\s*(?P<event>.+)"),
    ("confront", r"就\s*(?P<event>.+?)\s*质问\s*(?P<whom>.+)"),
    ("get", r"向\s*(?P<whom>.+?)\s*取得\s*(?P<carrier>.+)"),
    ("bring", r"带\s*(?P<whom>.+?)\s*去\s*(?P<place>.+)"),
    ("do", r"对\s*(?P<whom>.+?)\s*行\s*(?P<deed>.+)"),
    ("meet", r"见\s*(?P<whom>.+)"),
    ("reach", r"去\s*(?P<place>.+)"),
    ("read", r"读\s*(?P<carrier>.+)"),
    ("deceive", r"就\s*(?P<event>.+?)\s*欺骗\s*(?P<whom>.+)"),
)
WORLD_WORDS = WorldPhrases(
    kinds={
        "死": "death",
        "害": "wrong",
        "威胁": "threat",
        "许诺": "promise",
        "情": "love",
        "官职": "office",
        "战": "war",
        "得": "gain",
        "失": "loss",
    },
    intents=_INTENTS,
    hidden_mark="秘密",
    grave_mark="重大",
    name_joiner="[和与及]",
    doors="[大城宫院山殿楼房寨]?门",
    shut="关|锁|闭|闩|封|把守|看守|守着",
    not_shut="开|虚掩|没有|无人|未|不|半|放行",
    around=frozenset("周围 四周 这里".split()),
    everybody=frozenset("大家 所有人 众人".split()),
    typed_and=r"\s*和\s*",
    rounds="轮",
    before_places=(["在"],),
    not_plural="(?!们)",
    you=("你", "[你您]"),
    postures=frozenset({"举止", "姿态", "姿势", "位置", "站位"}),
    perceived=r"(?:已经?|曾|也|又|还|就|在[^，。]{1,8}?)?(?:亲眼|亲耳)?(?:看见|看到|望见|撞见|见到|听见|听到|听说|目睹|发现|得知|读到|遇见)",
    thought=r"(?:已经?|曾|也|又|还|就)?(?:认为|以为|猜|推断|断定|推测|怀疑|相信|觉得|料|担心|害怕|明白|知道|心想)",
    small_words=frozenset("的 了 在 是 和 有 我 他 她 不 也 就".split()),
    narrators=frozenset({"叙述者", "旁白", "作者"}),
    rare_surnames="曾于任何常易",
    surnames_that_are_words="文马钱金史白卢顾赖万余高方石华江龙温严康武关叶",
    leaks=(
        re.compile(r"第\s*[\d零一二三四五六七八九十百]+\s*(?:轮|回合|个?节拍|步)|\d+\s*(?:轮|个?回合|个?节拍)|节拍"),
        re.compile(r"模拟(?:世界|系统|程序)|智能体|大语言模型"),
    ),
)
