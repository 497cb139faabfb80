"""Hand-made and random logs of a small court, in English and in Chinese."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from hypothesis import strategies as st

from agentsensus.worlds.events.event import Acted, AnyEvent, Arrived, Delivered, Departed, Event, Happened, Sent
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.screenplay import BeatLog, Production, produce
from tests.worlds.scenario.worlds import written

PLACES = ("gate", "hall", "tower")
PEOPLE = ("ada", "ben", "cy", "dot")
TEXTS = (
    "The bridge is rotten.",
    "Who rang the bell tonight?",
    "桥朽了。",
    "One line.\n\nAnother.",
    "*x* <b> [[y]] #z",
    "@TO:",
)

_ENGLISH = {
    "world.yaml": (
        "name: court\ntitle: The Rotten Bridge\nabout: A court at the end of winter.\nlanguage: en\n"
        "map: {default_distance: 3, edges: [[hall, tower, 2], [hall, gate, 1]]}\n"
    ),
    "places.yaml": "hall: {name: the hall}\ntower: {name: the tower}\ngate: {name: the gate}\n",
    "characters.yaml": (
        "ada: {name: Ada Quill, aliases: [Ada], at: hall, profile: Ada Quill is the clerk of the court. She counts.}\n"
        "ben: {name: Ben Fox, aliases: [Ben], at: hall, profile: A carpenter of few words.}\n"
        "cy: {name: the Old Guard, at: tower}\n"
        "dot: {name: Dot Vane, aliases: [Dot], at: gate}\n"
        "old: {name: King Tom, archived: dead}\n"
    ),
    "carriers.yaml": "ring: {name: the ring, held_by: ada}\n",
    "scenes.md": "## The hall, noon: Ada, Ben\n- Ada Quill rang the bell in the hall.   #bell\n",
}
_CHINESE = {
    "world.yaml": (
        "name: yuan\ntitle: 断桥\nabout: 冬末的一座府邸。\nlanguage: zh\nstamp: 模拟的故事\n"
        "map: {default_distance: 3, edges: [[hall, tower, 2], [hall, gate, 1]]}\n"
    ),
    "places.yaml": (
        "hall: {name: 大厅, latin: the Hall}\ntower: {name: 钟楼, latin: the Tower}\n"
        "gate: {name: 北门, latin: the Gate}\n"
    ),
    "characters.yaml": (
        "ada: {name: 安澜, latin: An Lan, at: hall, profile: 安澜是府里的账房。她爱数数。}\n"
        "ben: {name: 卞石, latin: Bian Shi, at: hall}\n"
        "cy: {name: 蔡老, latin: Old Cai, at: tower}\n"
        "dot: {name: 丁香姑娘, latin: Miss Dingxiang, at: gate}\n"
        "old: {name: 先王, latin: the Late King, archived: dead}\n"
    ),
    "carriers.yaml": "ring: {name: 戒指, latin: the Ring, held_by: ada}\n",
    "scenes.md": "## 大厅，正午：安澜、卞石\n- 安澜在大厅敲了钟。   #bell\n",
}


@lru_cache
def court(language: Literal["en", "zh"] = "en") -> Scenario:
    """The court, by its language."""
    with TemporaryDirectory() as folder:
        return load(written(Path(folder) / "court", _ENGLISH if language == "en" else _CHINESE))


class Diary:
    """Writes a log line by line; what is appended gets its number."""

    def __init__(self) -> None:
        self.events: list[AnyEvent] = []

    def add(self, event: Event) -> int:
        """Append an event; its number."""
        numbered = event.model_copy(update={"seq": len(self.events)})
        self.events.append(numbered)  # type: ignore[arg-type]  # an event of a later version is one too
        return len(self.events) - 1

    def act(self, round_: int, who: str, action: str, place: str = "hall", *, ok: bool = True, **params: Any) -> int:
        """A turn without anything sent."""
        data = params.pop("data", {})
        return self.add(Acted(round=round_, agent=who, action=action, params=params, ok=ok, data=data, place=place))

    def say(
        self, round_: int, who: str, to: Sequence[str], text: str, place: str = "hall", *, afar: int = 0, **more: Any
    ) -> int:
        """A turn in which somebody speaks, or (afar) writes."""
        seq = self.act(round_, who, "say", place, targets=list(to), content=text, **more)
        self.send(round_, who, to, text, afar=afar)
        return seq

    def send(self, round_: int, who: str, to: Sequence[str], text: str, *, afar: int = 0) -> int:
        """A message on its way."""
        return self.add(
            Sent(
                round=round_,
                message=f"m{len(self.events)}",
                thread="+".join(sorted({who, *to})),
                sender=who,
                recipients=tuple(to),
                sort="say" if who else "system",
                content=text,
                due={id_: round_ + max(1, afar) for id_ in to},
                distance=dict.fromkeys(to, afar),
            )
        )

    def deliver(self, round_: int, who: str, to: str) -> int:
        """The last message of somebody reaches another."""
        sent = next(e for e in reversed(self.events) if isinstance(e, Sent) and e.sender == who and to in e.recipients)
        return self.add(
            Delivered(round=round_, message=sent.message, thread=sent.thread, sender=who, recipient=to, sent=sent.round)
        )

    def move(self, round_: int, who: str, origin: str, to: str, rounds: int = 1) -> int:
        """Somebody sets out."""
        data = {"to": to, "arrives": round_ + rounds}
        seq = self.act(round_, who, "move", origin, destination=to, data=data)
        self.add(Departed(round=round_, agent=who, origin=origin, to=to, arrives=round_ + rounds))
        return seq

    def arrive(self, round_: int, who: str, place: str) -> int:
        """Somebody gets there."""
        return self.add(Arrived(round=round_, agent=who, place=place))

    def log(self, language: Literal["en", "zh"] = "en") -> BeatLog:
        """What was written, as a play sees it."""
        return BeatLog(court(language), self.events)

    def produce(self, language: Literal["en", "zh"] = "en", **options: int) -> Production:
        """What was written, as a play."""
        return produce(court(language), self.events, **options)


class ArcEnded(Event):
    """An open thread that has ended, as a later version tells it."""

    kind: Literal["arc_ended"] = "arc_ended"
    arc: str
    ending: str


def sample(language: Literal["en", "zh"] = "en") -> Diary:
    """Two scenes in the hall and one at the gate, with something of everything."""
    diary = Diary()
    words = _SAID[language]
    diary.send(0, "", ["ada"], words["opening"])
    diary.say(1, "ada", ["ben"], words["bridge"])
    diary.act(1, "ben", "gesture", targets=["ada"], description=words["nods"])
    diary.say(2, "ben", ["cy"], words["letter"], afar=2)
    diary.act(2, "ada", "conclude", text=words["thought"])
    diary.move(3, "ada", "hall", "gate")
    diary.arrive(4, "ada", "gate")
    diary.say(4, "ada", ["dot"], words["ask"], "gate")
    diary.act(5, "dot", "act_on", "gate", target="gate", description=words["bars"])
    diary.act(5, "ada", "give", "gate", target="dot", thing="ring")
    diary.act(5, "ada", "say", "gate", ok=False, targets=["ben"], content="Never heard.")
    diary.say(12, "ben", ["ada"], words["late"], afar=1)
    return diary


_SAID = {
    "en": {
        "opening": "The bridge at the gate has stood for ninety winters.",
        "bridge": "Ben, the bridge at the gate is rotten. I counted 12 broken planks today, and nobody mends it.",
        "nods": "nods and looks at the floor",
        "letter": "Old friend, the bridge will not hold another winter. Come down from the tower and look at it.",
        "thought": "If the bridge falls, they will say that I knew.",
        "ask": "Dot, who crossed the bridge last night?",
        "bars": "Dot Vane bars the gate with a beam.",
        "late": "Come back to the hall, the beams have arrived.",
    },
    "zh": {
        "opening": "北门外的桥站了九十个冬天。",
        "bridge": "卞石，北门外的桥朽了。今早我数出12块断板，没有一个人去修。",
        "nods": "点点头，看着地上",
        "letter": "老友，这桥撑不过下一个冬天。下钟楼来看看吧。",
        "thought": "桥要是塌了，他们会说我早就知道。",
        "ask": "丁香姑娘，昨夜谁过了桥？",
        "bars": "丁香姑娘用一根木梁闩上了门。",
        "late": "回大厅来，木梁送到了。",
    },
}


@st.composite
def random_logs(draw: st.DrawFn) -> list[AnyEvent]:
    """Logs of any shape: who does what where, in rounds that go on by leaps, with failures among it."""
    diary, round_ = Diary(), 0
    for _ in range(draw(st.integers(1, 40))):
        round_ += draw(st.sampled_from((0, 0, 1, 1, 2, 6, 7, 21)))
        who, place = draw(st.sampled_from(PEOPLE)), draw(st.sampled_from(PLACES))
        text = draw(st.sampled_from(TEXTS))
        to = draw(st.lists(st.sampled_from([id_ for id_ in PEOPLE if id_ != who]), min_size=1, unique=True))
        match draw(st.integers(0, 9)):
            case 0:
                diary.act(round_ or 1, who, "say", place, ok=False, targets=to, content=text)
            case 1:
                diary.move(round_ or 1, who, place, draw(st.sampled_from(PLACES)), draw(st.integers(1, 3)))
            case 2:
                diary.act(round_ or 1, who, draw(st.sampled_from(("gesture", "act_on", "conclude", "remember"))), place,
                          targets=to, target=place, description=text, text=text)  # fmt: skip
            case 3:
                diary.add(Happened(round=round_ or 1, owners=(place, *to), text=(text,)))
            case 4:
                diary.arrive(round_ or 1, who, place)
            case 5:
                diary.act(round_ or 1, who, "give", place, target=to[0], thing="ring")
            case _:
                diary.say(round_ or 1, who, to, text, place, afar=draw(st.integers(0, 2)))
        round_ = round_ or 1
    return diary.events
