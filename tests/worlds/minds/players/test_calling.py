"""Chinese players speak of others by what they call them and of themselves by their own word, and are understood."""

from agentsensus.worlds.minds.players.hearing import Asked, Questions, parse_message
from agentsensus.worlds.minds.players.lines import (
    addresses,
    bearing,
    compose_line,
    politely,
    spoken_of,
    word_claim,
    word_question,
)
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.minds.view import Person
from agentsensus.worlds.scenario.scenario import Scenario
from tests.worlds.minds.mill import courtyard, letter, offer, player_state, situation, view

SILENT = "阿杏没有把后园的事告诉沈老太太。"


def altered(agent: str, **changes: object) -> Scenario:
    """The courtyard with somebody's voice or trust changed."""
    world = courtyard()
    person = world.characters[agent]
    voice = person.voice.model_copy(update={key: changes[key] for key in ("turns", "calls") if key in changes})
    rest = {key: value for key, value in changes.items() if key not in ("turns", "calls")}
    changed = person.model_copy(update={"voice": voice, **rest})
    return world.model_copy(update={"characters": {**world.characters, agent: changed}})


def told(speaker: PlayerState, hearer: str, text: str = SILENT) -> str:
    claim = speaker.script.claim(text)
    assert claim
    said = word_claim(Situation(speaker, view(speaker.id)), claim, [hearer])
    assert speaker.hear(said, speaker.id, hearer).claims == (claim,)
    return said


def test_whoever_is_spoken_of_is_called_what_the_speaker_calls_them() -> None:
    said = told(player_states(courtyard(), 1)["man"], "ma")
    assert "奶奶" in said
    assert "沈老太太" not in said


def test_the_hearer_is_you_and_no_call() -> None:
    said = told(player_states(courtyard(), 1)["man"], "shen")
    assert "你" in said
    assert "奶奶" not in said


def test_a_call_that_several_share_names_nobody() -> None:
    world = altered("man", calls={"shen": ("长辈",), "gu": ("长辈",)})
    man = player_states(world, 1)["man"]
    assert "沈老太太" in told(man, "ma")
    assert spoken_of(man, "gu") == "顾先生"


def test_a_foe_is_spoken_of_by_name() -> None:
    hated = altered("man", trusts={"shen": -3})
    assert spoken_of(player_states(hated, 1)["man"], "shen") == "沈老太太"
    assert spoken_of(player_states(courtyard(), 1)["man"], "shen") == "奶奶"


def test_a_call_inside_a_name_is_no_call() -> None:
    man = player_states(altered("man", calls={"gu": ("先生",)}), 1)["man"]
    text = "小满在前院把铜扣交给了顾先生。"
    assert man.hear(text, "man", "ma").claims == (man.script.claim(text),)
    assert "先生" in told(man, "ma", text)


def test_english_players_speak_of_others_by_name() -> None:
    assert spoken_of(player_state("ann"), "cat") == "Cat"
    assert "my dear" not in (
        compose_line(situation("ann"), "of", ["dan"], person=spoken_of(player_state("ann"), "cat")) or ""
    )


def test_whose_turns_have_another_word_for_i_says_it_throughout_and_is_understood() -> None:
    plain, own = player_states(courtyard(), 1)["ma"], player_states(altered("ma", turns=("俺不说谎",)), 1)["ma"]
    claim = own.script.claim("马三从后园的小门牵走了一匹马。")
    assert claim
    for number in range(12):
        said = compose_line(Situation(own, view("ma", round=number)), "confess", ["gu"], [claim])
        assert said
        assert "俺" in said
        assert "我" not in said
        heard = own.hear(said, "ma", "gu")
        assert (heard.act, heard.claims) == ("confess", (claim,))
        assert "俺" not in (compose_line(Situation(plain, view("ma", round=number)), "confess", ["gu"], [claim]) or "")


def test_of_several_hearers_whoever_is_above_one_is_named_first() -> None:
    world = courtyard()
    ranked = {
        id_: person.model_copy(update={"rank": 8 if id_ == "shen" else 2}) for id_, person in world.characters.items()
    }
    gu = player_states(world.model_copy(update={"characters": ranked}), 1)["gu"]
    assert addresses(gu, ["man", "shen"]) == ["老太太、诸位"]
    assert addresses(gu, ["man", "xing"]) == ["诸位"]


def test_a_call_may_have_a_name_in_it() -> None:
    said = told(player_states(altered("man", calls={"xing": ("阿杏姐姐",), "shen": ("奶奶",)}), 1)["man"], "ma")
    assert "阿杏姐姐" in said
    assert "奶奶" in said


def test_a_foe_in_the_family_keeps_the_call_of_the_family() -> None:
    hated = altered("man", trusts={"shen": -3}, kin=("shen",))
    assert spoken_of(player_states(hated, 1)["man"], "shen") == "奶奶"


def test_whoever_is_asked_about_is_you_and_no_call_and_the_question_is_understood() -> None:
    question = "奶奶在账房里发现了什么？"
    goal = courtyard().characters["ma"].goals[0].model_copy(update={"question": question})
    world = altered("man", goals=(goal,))
    man = player_states(world, 1)["man"]
    turn = Situation(man, view("man"))
    assert word_question(turn, question, "ma") == question
    assert word_question(turn, question, "shen") == "你在账房里发现了什么？"
    for hearer in ("ma", "shen"):
        heard = man.hear(word_question(turn, question, hearer), "man", hearer).asks
        assert heard
        assert heard.event == "silver_missed"


def test_nobody_is_sent_to_ask_somebody_far_above_who_is_not_close() -> None:
    question = letter("ma", "man", "沈老太太在账房里发现了什么？", sent=4, read=5)

    def answered(rank: int, trust: int = 0) -> str:
        world = courtyard()
        changed = {
            "shen": world.characters["shen"].model_copy(update={"rank": rank}),
            "ma": world.characters["ma"].model_copy(update={"trusts": {"shen": trust}}),
        }
        man = player_states(world.model_copy(update={"characters": {**world.characters, **changed}}), 1)["man"]
        reply = offer(
            "answer", Situation(man, view("man", people=(Person(id="ma", name="马三"),), letters=(question,)))
        )
        assert reply
        return str(reply.decision.params["content"])

    assert "奶奶" in answered(rank=0)
    assert "奶奶" not in answered(rank=9)
    assert "奶奶" in answered(rank=9, trust=2)


def test_an_asker_is_sent_to_whom_the_question_means_by_whatever_call() -> None:
    question = "奶奶在账房里发现了什么？"
    goal = courtyard().characters["ma"].goals[0].model_copy(update={"question": question})
    xing = player_states(altered("man", goals=(goal,)), 1)["xing"]
    replies = {
        str(reply.decision.params["content"])
        for number in range(4, 12)
        for letters in [(letter("man", "xing", question, sent=number - 1, read=number),)]
        if (
            reply := offer(
                "answer",
                Situation(xing, view("xing", round=number, people=(Person(id="man", name="小满"),), letters=letters)),
            )
        )
    }
    assert replies
    assert all("沈老太太" in reply for reply in replies)


def test_a_call_that_holds_a_name_is_understood_again() -> None:
    world = courtyard()
    shen = world.characters["shen"].model_copy(update={"aliases": ("月华",)})
    man = world.characters["man"]
    voice = man.voice.model_copy(update={"calls": {"shen": ("月华奶奶",)}})
    cast = {**world.characters, "shen": shen, "man": man.model_copy(update={"voice": voice})}
    named = player_states(world.model_copy(update={"characters": cast}), 1)["man"]
    assert "月华奶奶" in told(named, "ma")


def test_a_question_may_speak_of_somebody_by_an_alias() -> None:
    world = altered("man", calls={"shen": ("月华",)})
    shen = world.characters["shen"].model_copy(update={"aliases": ("月华",)})
    man = player_states(world.model_copy(update={"characters": {**world.characters, "shen": shen}}), 1)["man"]
    assert word_question(Situation(man, view("man")), "沈老太太知道后园的事吗？", "ma") == "月华知道后园的事吗？"


def test_a_question_speaks_of_people_as_the_asker_calls_them_and_is_understood() -> None:
    man = player_states(courtyard(), 1)["man"]
    question = "沈老太太知道后园的事吗？"
    script = man.script
    said = word_question(Situation(man, view("man")), question, "ma")
    assert said == "奶奶知道后园的事吗？"
    heard = parse_message(said, "man", "ma", script, Questions({question: "an_event"}))
    assert heard.asks == Asked(question, "an_event")
    assert word_question(Situation(man, view("man")), question, "shen").startswith("你")


def test_nobody_looks_up_to_a_younger_brother() -> None:
    world = altered("gu", rank=1, calls={"ma": ("三弟",), "shen": ("老太太",)})
    ranked = {
        id_: person.model_copy(update={"rank": 8}) if id_ != "gu" else person
        for id_, person in world.characters.items()
    }
    gu = player_states(world.model_copy(update={"characters": ranked}), 1)["gu"]
    assert (bearing(gu, "ma"), bearing(gu, "shen")) == ("level", "up")
    assert (politely("你听。", gu, ["ma"]), politely("你听。", gu, ["shen"])) == ("你听。", "您听。")
