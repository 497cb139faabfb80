"""Chinese word lists: synonyms and opposites, and the words that mark roles, plans and denials."""

import re
from functools import lru_cache

from agentsensus.language.lexicon import Lexicon, load_lexicon

__all__ = [
    "BARE_VERBS",
    "BECOMES",
    "BIDS",
    "BORDER",
    "COMPARED",
    "CONVERSE",
    "DEGREES",
    "DENIES",
    "DENYING",
    "FILLERS",
    "GAIN",
    "GETS",
    "HEARS",
    "INSIDE",
    "JOINING",
    "KIN",
    "LESS",
    "LOSES",
    "MARKERS",
    "MEASURES",
    "NEARLY",
    "NOTS",
    "NOT_NOTS",
    "PASSIVE",
    "PLACED",
    "PLAIN",
    "PLANNING",
    "RESULTS",
    "SAYS",
    "SCENE",
    "SIDED",
    "SINGLE_AFTER",
    "SLIGHT",
    "TELLS",
    "WHERE_TO",
    "WORD",
    "lexicon",
]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the Chinese synonyms and opposites."""
    return load_lexicon(__package__, str.split, str.strip)


PLAIN = frozenset("的了着过地得很更最要只之其此所就又还也都而但并且则便才再呢吧啊么吗这那们是")
SLIGHT = frozenset("个以起来去上下里中后前时内已有为一家名")
"""Characters of little meaning that may be part of a name. They count little when unmatched."""
MARKERS = {
    "被": "by", "挨": "by", "由": "by", "遭": "by", "受": "by", "遭到": "by", "受到": "by",
    "把": "done", "将": "done", "给": "to", "向": "to", "对": "to", "跟": "with", "跟着": "from", "从": "from",
    "在": "in", "于": "in", "到": "in", "替": "for", "为": "for", "比": "than", "较": "than", "用": "with", "按": "with",  # noqa: E501
    "据": "with", "因": "for", "和": "", "与": "", "及": "", "、": "",
}  # fmt: skip
PASSIVE = frozenset(("被", "挨", "由", "遭", "遭到", "受到", "受"))
KIN = frozenset(
    """同事 同僚 朋友 好友 哥哥 弟弟 姐姐 妹妹 父亲 母亲 爸爸 妈妈 爷爷 奶奶 外公 外婆 丈夫 妻子 老公 老婆 太太 夫人 儿子 女儿 孩子 叔叔 舅舅 姑姑
    姨妈 婶婶 表哥 表弟 表姐 表妹 堂哥 堂弟 侄子 侄女 外甥 孙子 孙女 岳父 岳母 公公 婆婆 嫂子 师父 师傅 师兄 师弟 师姐 师妹 徒弟 弟子 学生 同学
    室友 邻居 老板 上司 下属 助理 助手 秘书 司机 丫鬟 丫头 随从 部下 手下 仆人 管家 客户 律师 医生 前任 继任 兄长 男友 女友 未婚妻 未婚夫""".split()  # noqa: E501
)
"""Words for relationships between people."""
HEARS = frozenset("听 听见 听到".split())
SAYS = frozenset("说 讲 表示 说道 提到 声称 得知 获悉 听说 听闻 打听到 听来 了解到".split())
"""Verbs that are followed directly by what was said."""
TELLS = frozenset("告诉 告知 通知 转告 知会 禀报 禀告 回禀 禀明 报告 汇报 问 询问 质问 追问".split())
"""Verbs that are followed by the hearer and then by what was said."""
BIDS = frozenset(
    """求 央 央求 恳求 请求 哀求 请 劝 劝说 催 催促 命令 命 吩咐 嘱咐 叮嘱 提醒 警告 要求 托付 嘱托 拜托 委托 答应 派 派遣 差 打发
    指派 让 叫 邀请""".split()  # noqa: E501
)
"""Verbs that are followed by a person and what that person is asked to do."""
PLACED = frozenset(
    "锁放装藏塞搬扔丢投埋关走跑冲闯送带运写记存插倒灌掉跌落飞驶开住迁移推拉拖抬扛抱领挂挤爬钻溜逃躲跳坐躺站跪搁摆堆填盛缝刻印贴粘"
    "撒洒泼踢摔砸抛押绑捆吊拴套裹寄汇捐赶撤奔游驾骑安供插嵌载拿牵停登编录调抄钉晾晒泡浸困抓捉捕葬摞靠陷躲缩滚滑流漂驻守扎等吐射刺"
)
"""One-character verbs after which 进, 到, 在 and the like name a place: 锁进樟木箱."""
WHERE_TO = frozenset("进入到在往至")
INSIDE = tuple("里面 里头 里边 之内 之中 当中 手里 手上 手中 身上 上面 那里 那儿 跟前".split())
"""Words after a place or person that mean little more than 在."""
GETS = frozenset(
    "收到 接到 接过 接收 得到 获得 获 收下 借 借入 借来 学会 学 学习 买 购买 买下 购入 领到 听到 听说 得知 获悉 打听到 听来 了解到 取得 拿到 接管 接手".split()  # noqa: E501
)
GAIN = frozenset("挨 得到 获得 获 取得 受到 遭到 收到 接到 拿到 接收 领到".split())
BECOMES = frozenset("换成 改为 改成 换为 变为 易手".split())
LOSES = frozenset("输给 败给 不敌 负于 败于".split())
LESS = frozenset("不如 不及 逊于 比不上".split())
CONVERSE = {gets: gives for gives, all_gets in {
    "借给": "借 借来 借入", "出售": "买 购买 买下 购入 买进 买入 采购 收购 购得", "教": "学 学会 学习", "给": "收到 接到 得到 获得 领到 拿到 收下 取得",  # noqa: E501
    "移交": "接过 接手 接管 接收", "告诉": "听说 得知 获悉 打听到 听到 听来 了解到",
}.items() for gets in all_gets.split()}  # fmt: skip
"""For each verb of getting, the matching verb of giving: 借来 and 借给."""
COMPARED = re.compile("[高低大小早晚先多少优强弱快慢长短重轻]于")
SCENE = re.compile("^[^，。；：“]{3,24}(?:之后|以后|后|时|的时候|期间|之前|以前)，")
"""Matches a clause at the beginning that says when the rest happened."""
SINGLE_AFTER = frozenset("了过着给到得在把被，。；、！？ 的向与和 №")
WORD = re.compile(r"№[\w.%#]+|[A-Za-z0-9][A-Za-z0-9.&/+_-]*")
DENIES = re.compile("[不没未无]")
NOTS = frozenset("不没未无非勿莫")
NOT_NOTS = re.compile(
    r"不(?:锈|久|断|仅|但|过(?=[，是就才])|同|动产|少|由|禁|料|妨|愧|觉|免|管|论|顾|惜|然|幸|得不|止|日|慎|一会|知不觉)|没(?:收|落|入)|未(?:来|必|央)|"
    r"无(?:锡|线|人机|不|意中|论|偿|轨|菌)|非(?:常|洲|遗|典)|莫(?:不|名|非)|不得不|忍不住|差不多|说不定|好不容易|了不起|对不起|要不是"
)
DENYING = frozenset(
    """无法 不能 没法 不了 没办法 不支持 不赞成 不同意 不接受 不承认 没付 未付 没参加 未出席 没到场 没去 没成功 未成功 不成功
    没能 不喜欢 不爱 不许 不准 不让 不相信 不信 没有 拒绝 失败 缺席 忘记 忘 忘了 不满 不满意 不正常 不好 不难 不便宜 不贵
    不容易 不清 不清晰 不到""".split()  # noqa: E501
)
PLANNING = frozenset(
    """打算 计划 准备 立志 发誓 起誓 立誓 有志 托付 嘱托 拜托 想 想要 希望 愿意 申请 请求 要求 提出 提议 建议 倡议 提 答应 承诺 许诺 允诺 应允 决定 允许 准许 许可 获准
    得到许可 有意 拟 邀请 请 催 催促 劝 命令 下令 吩咐 指示 商量 商议 讨论 考虑 同意 预备 约定 威胁 试图 企图 需要 必须 应该
    可能 可以 能够 敦促 督促 提醒 叮嘱 嘱咐 警告 有望 力争 争取 筹备 酝酿 谋划 预计 预期 考虑 犹豫 差点 几乎 险些 动员 鼓励 呼吁 推荐 竞标 获批 立项 让 叫 派 委托 授权 指派 责成 受命 奉命 竞选 拟定 正要 即将 将要 将会 预算 原定 最初 试着 想着 盼望 期待 应当 理应 尝试 扬言 声言 还得 得去 得先 得把 得给 得在 还要去 须要 务必 尚待 有待 正在""".split()  # noqa: E501
)
FILLERS = tuple(
    """看上去 看起来 这一天 那一天 那里 这里 当天 那天 这天 当日 这家 那家 这个 那个 这次 那次 这批 那批 随之 一事 之事 这边 那边 一下
    起来 过来 过去 出来 下来 上去 下去 回来 时候 期间 一直 总共 一共 共计 之内 之中 方面 目前 如今 现在 已经 早已 随后 于是 并且
    而且 其中 以及 自己 一个 一名 一位 一次 一回 一趟 一种 一项 一些 有了 有所 较为 比较""".split()  # noqa: E501
)
"""Words that carry no meaning of their own."""
SIDED = frozenset("前后东西南北左右早晚男女深浅")
RESULTS = frozenset("掉完好到上走出成做给住下去来回")
BARE_VERBS = (GAIN - {"接到"}) | frozenset(
    """有 持有 拥有 具有 没有 做 进行 完成 完 好了 成功 到了 来 去 来到 回 开往 位于 处于 持续 负责 担任 获 听 说 拿到 加以 予以
    提供 存在 属于 成为 为 是 保持 带 用 用于 作 算 起""".split()  # noqa: E501
)
"""Verbs with little meaning of their own: 电车线得到了批准 equals 批准了电车线."""
DEGREES = frozenset("很更最太较极挺不越")
NEARLY = tuple("本来想 原本想 本来打算 原本打算 本打算 原打算 本想 原想 本要 差一点 差点 险些".split())
"""Words for something that was intended or nearly happened, but did not."""
JOINING = frozenset("和与及、")
BORDER = frozenset("，。；：！？,;:!?（）()“”‘’《》「」… ")
MEASURES = frozenset(
    "个名位艘只匹座支队辆条封把块张件杯壶颗台箱单通元号次回趟遍人条家份笔枚批项套米克斤吨岁分度层间盒瓶篇本部棵"
)
