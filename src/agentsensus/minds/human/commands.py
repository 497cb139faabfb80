"""What a person can type: words in English and Chinese, the action each stands for, and how it is written."""

from collections.abc import Mapping
from dataclasses import dataclass

from agentsensus.texts import texts

__all__ = ["COMMANDS", "Command", "sayings"]


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


def sayings(language: str) -> dict[str, str]:
    """What a person is told, by key: sayings.en.yaml or sayings.zh.yaml."""
    said: dict[str, str] = texts(__package__, "sayings", language)
    return said
