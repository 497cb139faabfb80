"""Hand-made, deterministic logs of the mill: messages, readings and kept statements."""

from agentsensus.worlds.events.event import Acted, AnyEvent, Remembered, Sent, Stated, ThreadRead
from agentsensus.worlds.minds.players.claims import Claim, script_of
from tests.worlds.minds.mill import BURNT, mill

DAN_BURNT = "Dan burnt the deed of the farm in the oven of the mill."
DAN_BURNT_AT_CHURCH = "Dan burnt the deed of the farm in the oven of the church."


def said(round_: int, by: str, to: str, content: str, drive: str, because: str = "") -> list[AnyEvent]:
    """An agent says something to another by a drive."""
    params = {"to": [to], "content": content}
    act = Acted(
        round=round_, agent=by, action="say", params=params, ok=True, place="mill", drive=drive, because=because
    )
    sent = Sent(
        round=round_,
        message=f"{by}{round_}",
        thread="+".join(sorted((by, to))),
        sender=by,
        recipients=(to,),
        sort="say",
        content=content,
        due={to: round_ + 1},
        distance={to: 0},
    )
    return [act, sent]


def read(round_: int, who: str, *messages: str) -> AnyEvent:
    """An agent reads messages."""
    return ThreadRead(round=round_, agent=who, thread="", messages=messages)


def kept(round_: int, who: str, text: str, *statements: tuple[str, str]) -> AnyEvent:
    """An agent remembers a text, cut into statements (id and text)."""
    stated = tuple(Stated(id=id_, text=one, outcome="new", record=id_) for id_, one in statements)
    return Remembered(round=round_, agent=who, text=text, via="told", statements=stated)


def claim(text: str) -> Claim:
    """The claim of a sentence of the mill."""
    found = script_of(mill()).claim(text)
    assert found is not None
    return found


def a_lie_goes_round() -> list[AnyEvent]:
    """Bob lies to Cat about the fire, Cat passes it on with another place, and Ann, a witness, contradicts."""
    return [
        *said(1, "bob", "cat", f"{DAN_BURNT} I was there.", "deceive"),
        read(2, "cat", "bob1"),
        kept(3, "cat", DAN_BURNT, ("a", DAN_BURNT)),
        *said(4, "cat", "eli", f"{DAN_BURNT_AT_CHURCH} Bob told me so.", "gossip"),
        read(5, "eli", "cat4"),
        kept(6, "eli", DAN_BURNT_AT_CHURCH, ("b", DAN_BURNT_AT_CHURCH)),
        *said(7, "ann", "eli", f"{BURNT} I was there.", "slip", "Eli has asked too often"),
        read(8, "eli", "ann7"),
        *said(8, "ann", "bob", f"You told me something else, Bob. {BURNT} I was there.", "confront"),
        read(9, "bob", "ann8"),
        kept(9, "dan", BURNT, ("c", BURNT)),
    ]
