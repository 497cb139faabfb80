"""Chinese words for opposite directions, and words that change the meaning of a statement (以前, 差点)."""

import re

__all__ = ["MARKS", "TOWARDS", "WAYS"]

_MOVES = "搬走爬跑端拿放抬推拉开飞跳送扔丢装提运带牵冲登坐站骑游穿戴挂盖抱扛背驶滑滚溜翻跨吹刮摆贴钉递拖拽赶"
"""One-character verbs that a character of direction may follow."""
_CARRIES = "寄送带拿运转捎搬发牵开飞赶追跑走拉领抱叫请递调驶"
_LE = "(?:了|得|不)?"
_RIDES = "楼|山|车|船|树|岸|台|飞机"
_ROOMS = "门|城|屋|院|站|港|场"

WAYS = (
    (
        re.compile(f"[{_MOVES}]{_LE}上(?!午|周|月|次|司|班|学|网|海|级|面)|上到|上了?(?:{_RIDES})|[往向朝]上"),
        re.compile(f"[{_MOVES}摘脱卸取]{_LE}下(?!午|周|月|次|班|属|级|面)|下到|下了?(?:{_RIDES})|[往向朝]下|下来"),
    ),
    (
        re.compile(f"[{_MOVES}回闯挤钻请存]{_LE}[进入]|进(?:来|去|了|入|的|到|{_ROOMS})"),
        re.compile(
            f"[{_MOVES}退逃取闯挤钻请]{_LE}出(?!差|版|席|现|生)|出(?:来|去|了(?!事|问题|错|现|名|点)|的|{_ROOMS})|离开|退出"
        ),
    ),
    (
        re.compile(f"[{_CARRIES}]来|来过|来了|[回进过]来|到[^，。]{{1,8}}来(?:了|过|的|$|。)"),
        re.compile(f"[{_CARRIES}]去|去过|去了|[离进]去|到[^，。]{{1,8}}去(?:了|过|的|$|。)|前往|[开驶飞]往"),
    ),
    (
        re.compile("(?<![目面提从以眼门当])前(?!台|天|任|往|面|年|来|夫|妻|锋|景|途|线|后|期|者|方|进|去)"),
        re.compile("(?<![最今背然随售前先])后(?!来|天|面|年|勤|台|悔|院|卫|备|期|者|方|果|门|续|颈|背)"),
    ),
    (re.compile("左(?!右)"), re.compile("(?<!左)右")),
    (
        re.compile("南(?:边|面|侧|方|门|走|开|飞|迁)|[往向朝]南"),
        re.compile("北(?:边|面|侧|方|门|走|开|飞|迁)|[往向朝]北"),
    ),
    (re.compile("东(?:边|面|侧|方|门|走|开|飞|迁)|[往向朝]东"), re.compile("西(?:边|面|侧|门|走|开|飞|迁)|[往向朝]西")),
)
"""Pairs of opposites. If each statement contains one side of a pair, the statements differ."""

TOWARDS = re.compile("(?:去|到|往|赴|往返)[了过]?$")
"""Matches the words before a destination: 去了, 到."""

MARKS = (
    re.compile("以前(?![^，。]*[就便])|曾经|从前|原先|过去(?=是|在|当|住|做|有)|当过|做过|前任"),
    re.compile("一起|一同|共同|一道|一块儿"),
    re.compile("替|代替|代(?=[^表理替价码课办])"),
    re.compile("差点|险些|几乎|差一点"),
    re.compile("如果|要是|假如|除非|只要|的话"),
    re.compile("(?:叫|让|要|命|请|派|劝|催|逼|求|帮|教)(?=[^，。]{1,4}(?:去(?!了)|来(?!了)|把|帮|替|先|别|快|赶紧))"),
)
"""If only one of two statements matches one of these patterns, the statements differ."""
