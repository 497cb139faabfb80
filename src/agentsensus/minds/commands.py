"""What a person can type: words in English and Chinese, the action each stands for, and how it is written."""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["COMMANDS", "SAYINGS", "Command"]


@dataclass(frozen=True, slots=True)
class Command:
    """An action (or one of goals, help, quit), the words for it, its parameters in the order they are typed."""

    action: str
    en: str
    zh: str
    shape: tuple[str, ...] = ()
    form: Mapping[str, str] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that stands for it, the action's own name among them."""
        return tuple(dict.fromkeys((*self.en.split(), *self.zh.split(), self.action)))

    def usage(self, language: str) -> str:
        """How it is typed."""
        word = (self.zh if language == "zh" else self.en).split()[0]
        return " ".join(filter(None, (word, (self.form or {}).get(language, ""))))


COMMANDS: tuple[Command, ...] = (
    Command("say", "say tell", "说 告诉", ("targets", "content"), {"en": "NAME, NAME: words", "zh": "名字、名字：话"}),
    Command("gesture", "gesture", "示意", ("targets", "description"), {"en": "NAME: what you do", "zh": "名字：动作"}),
    Command("move", "go move", "去 前往", ("destination",), {"en": "PLACE", "zh": "地点"}),
    Command("observe", "look observe", "看 观察", ("target",), {"en": "[NAME]", "zh": "[名字]"}),
    Command("read", "read", "读", ("target", "query"), {"en": "THING: what you look for", "zh": "东西：想查什么"}),
    Command(
        "act_on", "do act_on", "做", ("target", "description"), {"en": "[THING:] what you do", "zh": "[东西：]动作"}
    ),
    Command("read_thread", "mail m", "信 收信", ("with",), {"en": "[NAME, NAME]", "zh": "[名字、名字]"}),
    Command("think", "think", "想", ("question",), {"en": "question", "zh": "问题"}),
    Command("conclude", "conclude", "断定", ("text",), {"en": "text", "zh": "结论"}),
    Command("wait", "wait", "等 等待", ("timeout_rounds",), {"en": "[ROUNDS]", "zh": "[轮数]"}),
    Command("noop", "pass nothing", "略过 不动"),
    Command("remember", "remember", "记住 记", ("text",), {"en": "text", "zh": "内容"}),
    Command("recall", "recall", "回忆", ("query",), {"en": "question", "zh": "问题"}),
    Command("push_goal", "goal", "立志", ("text",), {"en": "text", "zh": "新目标"}),
    Command("pop_goal", "done", "完成"),
    Command("replace_goal", "instead", "改为", ("text",), {"en": "text", "zh": "新目标"}),
    Command("update_status", "set", "设", ("key", "value"), {"en": "KEY: value", "zh": "项：值"}),
    Command("remove_status", "unset", "去掉", ("key",), {"en": "KEY", "zh": "项"}),
    Command("forget", "forget", "忘掉 忘", ("query",), {"en": "what it is about", "zh": "有关什么"}),
    Command(
        "revise_memory",
        "revise",
        "更正",
        ("query", "new_text"),
        {"en": "what it is about: what is true", "zh": "有关什么：应是什么"},
    ),
    Command("add_affiliated", "link", "关联", ("memory", "others"), {"en": "this: that, that", "zh": "此：彼、彼"}),
    Command(
        "remove_affiliated", "unlink", "断开", ("memory", "others"), {"en": "this: that, that", "zh": "此：彼、彼"}
    ),
    Command("set_affiliated", "relink", "重联", ("memory", "others"), {"en": "this: that, that", "zh": "此：彼、彼"}),
    Command("get_affiliated", "links", "联系", ("memory",), {"en": "this", "zh": "此"}),
    Command("goals", "goals", "目标"),
    Command("help", "help ?", "帮助", (), {"en": "[word]", "zh": "[词]"}),
    Command("quit", "quit exit", "退出"),
)

SAYINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "unknown": "there is no word {word!r}{near}; `help` lists them",
        "usage": "write: {usage}",
        "no_character": "nobody is called {name!r}{near}",
        "no_place": "no place is called {name!r}{near}",
        "no_carrier": "nothing to read is called {name!r}{near}",
        "no_such": "nobody and nothing is called {name!r}{near}",
        "near": "; did you mean {near!r}?",
        "known": "; there are {known}",
        "number": "{given!r} is no number of rounds; write: {usage}",
        "key": "{action} takes no {key!r}; it takes {known}",
        "json": 'these are no parameters: {given!r}; write key=value, or an object such as {{"text": "…"}}',
        "alone": "nobody is here to hear you; write: {usage}",
        "no_goals": "You have no goal. Without one you get a turn only when somebody speaks to you.",
        "goals": "Your goals, the deepest first:",
        "help": "You can type (one a turn):",
        "help_more": "“words to everybody here, or any action by its name with key=value. quit ends after this round.",
        "you": "You are {name}.",
        "round": "Round {n} · {place}",
        "why": "Your turn: {reasons}.",
        "here": "Here: {people}.",
        "alone_here": "Nobody else is here.",
        "readable": "To read: {readable}.",
        "places": "To go to, with the rounds it takes: {places}.",
        "away": "{name} {n}",
        "notice": "{n} unread from {senders}: {begins}   (m reads it)",
        "goal": "At hand: {goal}",
        "last": "Last: {done}",
        "left": "You leave when this round ends; `agentsensus resume` goes on.",
    },
    "zh": {
        "unknown": "没有“{word}”这个词{near}；输入 帮助 看都有什么",
        "usage": "请写：{usage}",
        "no_character": "没有叫“{name}”的人{near}",
        "no_place": "没有叫“{name}”的地方{near}",
        "no_carrier": "没有叫“{name}”的东西可读{near}",
        "no_such": "没有“{name}”{near}",
        "near": "；是不是“{near}”？",
        "known": "；有{known}",
        "number": "“{given}”不是轮数；请写：{usage}",
        "key": "{action}没有“{key}”这一项；可用的有{known}",
        "json": '看不懂这些参数：{given}；请写 项=值，或像 {{"text": "…"}} 这样',
        "alone": "这里没有人听你说话；请写：{usage}",
        "no_goals": "你没有目标。没有目标时，只有别人对你说话才轮到你。",
        "goals": "你的目标，根本的在前：",
        "help": "每回合可输入一项：",
        "help_more": "“开头的话说给在场所有人；也可用动作原名加 项=值。退出：本轮结束后停。",
        "you": "你是{name}。",
        "round": "第{n}轮 · {place}",
        "why": "轮到你：{reasons}。",
        "here": "在场：{people}。",
        "alone_here": "没有别人在。",
        "readable": "可读：{readable}。",
        "places": "可去（轮数）：{places}。",
        "away": "{name} {n}",
        "notice": "{n}条未读，来自{senders}：{begins}   （输入 信 来读）",
        "goal": "眼前：{goal}",
        "last": "上回：{done}",
        "left": "本轮结束后你就离开；用 agentsensus resume 接着玩。",
    },
}
