"""Guess the names of people in a Chinese text by their surnames, for texts without a list of names."""

import re

from agentsensus.language.zh.words import lexicon

# The most common surnames, and two-character surnames. A given name of one or two characters follows.
SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文关庞甘颜华荀糜凌祢"
    "尤柳鲁典严霍樊邢甄倪裴温阮耿祝葛莫骆翁祁岑覃佟邬鄢芮奚邰闵詹柯聂晏蔺褚卞窦屠瞿"
)
DOUBLE_SURNAMES = ("诸葛", "司马", "夏侯", "公孙", "皇甫", "欧阳", "上官", "东方", "尉迟", "令狐", "太史")
_NOT_FIRST = frozenset(
    "的了是在有和与不也都就又还而但被把向对从到给让使将要去来说道问答这那他她它我你们个上下前后里外中内着过得地之其此于以为"
    "因所可能会想看见听知请命叫令派带领率拿出入进回起开关打走跑杀死送写读吃喝住坐站年月日时天夜早晚今昨州城县郡府山河江湖"
    "海军兵将士民家门面边东西南北路先很更最正刚已曾没未无非氏某国朝人比由跟较，。"
)
NOT_SECOND = _NOT_FIRST | frozenset(
    "斩攻击败退守追赶逃救援射刺骑拔挥举喊笑哭怒惊喜悲恨爱投降献拜迎接等闻奉引攻战追围占夺取破赢胜输受遭被率领领乘趁欲拟愿肯敢"
    "便即遂乃却只仍再亦皆俱均同共独自亲忙急连突忽终常每各全才方大怎何称赞劝骂责怪怕怀疑信认识告诉禀报传召唤邀约见面会谈商议"
    "替帮助离别辞归返到达抵赴往奔驰骑渡登爬跳躺睡醒病伤亡葬祭立坐站跪倒扶抱拉推抓捉擒拿放赶送借还买卖赏赐封拒答应允许准备决定打"
    "算计谋写画唱弹练习教学学生当做作成变点指示派遣差任命撤调集合召开收拾烧毁建造修筑围困埋伏偷盗抢劫烧喝饮吃食尝闻嗅听望瞧瞪盯"
    "两三四五六七八九十百千万么吗呢吧啊呀哪谁几多少一二用比像如若虽因由按照据于向往朝对跟随及或且并则、；：“”！？"
)
ORDINARY = frozenset(
    """
    顾客 高峰 高管 高温 高铁 高速 高中 高校 高新 关停 金额 金融 白酒 余额 任命 任期 华东 华南 华北 华中 方位 方可 程控 温度 温差 常务 文档 文件 文案 石油 石材
    马上 张开 高兴 方面 于是 白天 金色 江边 关于 常常 文章 许多 万一 石头 白色 黄河 周围 毛病 何必 任何 曾经 程度
    陈述 田野 夏天 高大 金银 方法 方才 常见 武器 文书 汤药 段落 雷声 钱财 龙舟 石桥 叶子 史书 华丽 甘愿 康复 马车
    马匹 马蹄 何况 何等 何以 王宫 王位 王后 王爷 王府 王妃 王子 方向 方式 许久 许可 白银 白发 白马 白白 白衣 白雪
    黄金 黄昏 黄色 黄巾 黄土 高声 高手 高高 高贵 高明 高低 高度 高峰 金子 金钗 金钱 金甲 金陵 石块 石碑 石阶 胡乱
    胡须 胡子 胡言 谢谢 谢恩 谢罪 谢意 任务 任凭 任由 任意 孙子 孙儿 孙女 万物 万岁 万分 余下 余众 余党 余生 余晖
    戴着 戴罪 田地 田园 方圆 夏季 夏夜 江水 江面 江湖 乔装 乔木 贺喜 贺礼 贺信 文武 文官 文字 文人 武将 武艺 武功
    武士 关系 关心 关注 关隘 关口 关头 关键 关闭 关押 关怀 关切 颜色 颜面 华贵 柳树 柳枝 柳条 尤其 尤为 严重 严格
    严厉 严肃 严密 严寒 严冬 严刑 温暖 温柔 温和 典礼 典故 典籍 祝贺 祝福 祝寿 祝酒 鲁莽 周末 周密 周旋 周到 周年
    周身 易如 常识 常年 常规 林间 林木 林子 雷雨 雷霆 龙王 龙椅 龙袍 龙颜 龙凤 钟声 钟楼 钟爱 钟情 汤圆 秦国 魏国
    吴国 宋朝 唐朝 汉朝 赵国 韩国 程序 任职 侯爷 侯爵 康健 康宁 毛发 毛皮 毛笔 金光 金黄 金属 石像 石壁 石洞 石墙
    孔雀 孟浪 唐突 唐僧 彭湃 苏醒 苏州 梁柱 梁上 杨柳 杨树 李子 李树 桃李 丁香 方便 方案 方阵 方寸 方丈 宋词 段时
    段路 余年 余里 顾茅 曾孙 曾祖 顾虑 顾忌 顾问 顾及 易容 于今 白昼 白骨 白布 何曾 何尝 马背 马鞍 马鞭 马队 马夫
    马厩 马蜂 史料 史官 史册 杜绝 杜鹃 戴孝 江东 江南 江北 江心 江山 江岸 石子 石榴 黄牛 黄叶 黄莺 黄袍 黄泉 高楼
    高台 高墙 高官 高傲 高喊 高呼 高举 高升 高超 高强 高歌 高祖 朱红 朱门 余地 文采 文雅 文静 文臣 武力 武林 武夫
    秦淮 夏日 华美 华夏 华服 常驻 常用 常态 叶片 叶落 钱粮 钱袋 钱币 易主 石板 石狮 万马 万千 万众 万里 赖账 赖皮
    关卡 关照 关联 关外 关中 甘心 甘甜 甘露 甘草 莫名 莫非 莫要 莫大 莫过 莫再 莫不 屠杀 屠夫 屠宰
    凌晨 凌乱 凌空 凌厉 阎王 庞大 庞然 熊熊 熊猫 许诺 许愿 许配
    """.split()  # noqa: E501
)
_ENDINGS = frozenset(
    """
    如何 为何 任何 奈何 几何 地方 对方 双方 官方 前方 后方 四方 远方 北方 南方 西方 敌方 我方 八方 国王 大王 君王
    女王 霸王 帝王 提高 崇高 容易 平常 非常 经常 时常 异常 家常 语文 天文 散文 动武 威武 神武 英武 机关 有关 相关
    城关 潼关 把关 雄关 战马 骑马 上马 下马 人马 兵马 车马 司马 勒马 跃马 拍马 树林 竹林 山林 密林 岩石 山石 长江
    渡江 大江 过江 明白 雪白 苍白 洁白 允许 也许 或许 不许 只许 准许 少许 感谢 多谢 答谢 拜谢 责任 信任 担任 上任
    离任 现任 主任 就任 卸任 历任 正常
    全程 课程 流程 日程 章程 里程
    高于 低于 早于 晚于 先于 大于 小于 多于 少于 优于
    由于 对于 至于 等于 属于 终于 位于 处于 出于 在于 忠于 急于 善于 不曾 未曾 何曾 其余 业余 残余 子孙 历史
    刺史 御史 照顾 不顾 回顾 诸侯 王侯 封侯 健康 千万 百万 十万 手段 阶段 惊雷 打雷 金钱 茶叶 树叶 落叶 工程 路程
    前程 行程 起程 启程 庄严 威严 尊严 经典 庆典 盛典 容颜 红颜 繁华 才华 荣华 药汤 黄金 千金 重金 美金 恐龙 真龙
    卧龙 一段 马钱 警钟 分钟 羽毛 眉毛 桃李 行李 大唐 大汉 大宋 高高 庆贺 祝贺 道贺 依赖 信赖
    """.split()
)
_NAME = re.compile(rf"(?P<surname>{'|'.join(DOUBLE_SURNAMES)}|[{SURNAMES}])(?P<given>[\u4e00-\u9fff]{{1,2}})")
_COUNTED = re.compile(r"[\d一二三四五六七八九十百千两数几余多]$")
_TITLES = (
    "丞相",
    "将军",
    "夫人",
    "太守",
    "老太太",
    "老爷",
    "太太",
    "姑娘",
    "奶奶",
    "太后",
    "皇帝",
    "天子",
    "先生",
    "都督",
)

ADDRESSES = tuple(
    "博士 院士 教授 经理 主任 总监 老师 先生 女士 小姐 太太 师傅 医生 大夫 律师 主管 部长 局长 处长 科长 队长 组长 院长 校长 厂长 会计 工程师 总裁 董事".split()  # noqa: E501
)
_ADDRESSED = re.compile(
    rf"(?:{'|'.join(DOUBLE_SURNAMES)}|[{SURNAMES}褚邬鄢戚阚缪翟闻翁费骆梅盛柏狄臧计伏成宁祁尚闵季丛焦巫贝诸葛黎昕])(?:{'|'.join(ADDRESSES)}|总(?![是会在要能共]))"
    rf"|(?<![大从很最太较变更])[小老阿][{SURNAMES}倪侯计贾薛](?![师板家人年龄百虎鼠总])"
)
"""Matches people by form of address: 汪教授, 康先生, 小顾, 老唐."""


def han_names(text: str) -> list[tuple[int, str]]:
    """Return the guessed names in a Chinese text with their positions: a surname and one or two characters that form no
    word.
    """
    names = addressed_names(text)
    taken = {place for start, name in names for place in range(start, start + len(name))}
    place = 0
    while match := _NAME.search(text, place):
        name = _name(text, match)
        if name and taken.isdisjoint(range(match.start(), match.start() + len(name))):
            names.append((match.start(), name))
        is_word = text[match.start() : match.start() + 2] in ORDINARY
        place = match.start() + (len(name) or (2 if is_word else 1))
    return sorted(names)


_TIMES = frozenset("星期 礼拜 昨天 今天 上午 下午 晚上 去年 今年 明年 上周 下周 上月 下月 当天 当晚".split())


def _cut_at_word(text: str, start: int, surname: str, given: str) -> str:
    """Return the name cut where a known word begins inside it: 韩雪 in «韩雪移交»; "" if no word begins there."""
    for place in range(len(given)):
        begins = start + len(surname) + place
        if text[begins : begins + 2] in _TIMES or text[begins : begins + 2] in lexicon().verbs:
            return surname + given[:place]
    return ""


def addressed_names(text: str) -> list[tuple[int, str]]:
    """Return people named with a form of address, and their positions: 汪教授, 康先生, 小顾, 老唐."""
    return [
        (match.start(), match.group())
        for match in _ADDRESSED.finditer(text)
        if text[max(match.start() - 1, 0) : match.start() + 1] not in _ENDINGS
    ]


def _name(text: str, match: re.Match[str]) -> str:
    start, surname, characters = match.start(), match.group("surname"), match.group("given")
    is_word = text[start : start + 2] in ORDINARY or text[max(start - 1, 0) : start + 1] in _ENDINGS
    counts = surname in ("万", "余") and (bool(_COUNTED.search(text[:start])) or characters[0] in "余两")
    is_weekday = surname == "周" and characters[0] in "一二三四五六日末"
    if len(surname) == 1 and (is_word or counts or is_weekday):
        return ""
    if title := next((title for title in _TITLES if text.startswith(title, start + len(surname))), ""):
        return surname + title
    if characters[0] in _NOT_FIRST:
        return ""
    short = surname + characters[0]
    after_short = start + len(short)
    goes_on = text.startswith(_TITLES, after_short) or text[after_short : after_short + 2] in ORDINARY
    if characters[1:] in NOT_SECOND or goes_on:
        return short
    if cut := _cut_at_word(text, start, surname, characters):
        return cut if len(cut) > 1 else ""
    # Another mention followed by different characters shows where the name ends.
    others = {text[m.end() : m.end() + 1] for m in re.finditer(short, text)} - {characters[1:]}
    return short if others and len(surname) == 1 else surname + characters
