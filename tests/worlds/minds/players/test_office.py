"""Offices speak of each other as institutions do, and what they did by words is understood again."""

from functools import cache

import pytest

from agentsensus.worlds.minds.players.claims.claim import Claim
from agentsensus.worlds.minds.players.claims.run_events import CAME, GOING, SEEN, deed, spoken_deed
from agentsensus.worlds.minds.players.claims.script import Script
from agentsensus.worlds.minds.players.drives.questions import answer
from agentsensus.worlds.minds.players.lines import addresses, spoken_of
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.minds.view import Person
from agentsensus.worlds.scenario import load
from tests.worlds.minds.mill import letter, view

PERSONS_WORDS = ("courier", "ears", "last seen", "talked", "excellency", "eyes", "confidence")


@cache
def offices() -> dict[str, PlayerState]:
    return dict(player_states(load("russia_ukraine"), 1))


@cache
def script() -> Script:
    return offices()["nato"].script


@pytest.mark.parametrize(
    "event",
    [
        deed(CAME, "kremlin", "bankova"),
        deed(GOING, "iaea", "bosphorus"),
        deed(SEEN, "nato", "gov_quarter"),
        spoken_deed("tell", "kremlin", "tass"),
        spoken_deed("tell", "kremlin", "tass", "nato"),
        spoken_deed("write", "mykolaiv_administration", "iaea"),
        spoken_deed("write", "iaea", "energoatom", "kremlin"),
        spoken_deed("learn", "state_duma", "", "kremlin"),
        spoken_deed("dispute", "kremlin", "nato"),
        spoken_deed("silence", "kremlin", "nato"),
    ],
)
def test_what_an_office_did_is_told_in_words_for_offices_and_understood(event: str) -> None:
    told = script().wordings(Claim(event))
    assert told
    for sentence in told:
        assert script().claim(sentence) == Claim(event), sentence
        assert not any(word in sentence for word in PERSONS_WORDS), sentence


def test_an_office_is_spoken_of_with_its_article_even_where_no_event_names_it() -> None:
    nato = offices()["nato"]
    named = {other: spoken_of(nato, other) for other in ("government_germany", "mykolaiv_administration", "energoatom")}
    assert named == {
        "government_germany": "the Government of Germany",
        "mykolaiv_administration": "the Mykolaiv Military Administration",
        "energoatom": "Energoatom",
    }


def test_no_line_reason_or_form_of_address_of_an_office_is_a_persons() -> None:
    company = offices()
    for me, part in company.items():
        forms = [form for other in company if other != me for form in addresses(part, [other])]
        assert all(form.startswith(("colleagues", "esteemed colleagues", "representatives")) for form in forms), me
    phrases = company["nato"].phrases
    lines = [phrases.because(drive, who="NATO") for drive in ("confront", "whether", "gossip", "whereabouts")]
    assert not any(word in line for line in lines for word in PERSONS_WORDS)


def test_an_office_sends_nobody_to_another_at_a_guess() -> None:
    referred = set()
    for asker in ("iaea", "red_cross", "un_secretariat", "government_poland"):
        question = letter(asker, "energoatom", "What is on record about NATO, colleagues?", sent=4, read=5)
        reply = answer(
            Situation(
                offices()["energoatom"], view("energoatom", people=(Person(id=asker, name=asker),), letters=(question,))
            )
        )
        assert reply is not None
        heard = offices()[asker].hear(reply.decision.params["content"], "energoatom", asker)
        assert heard.act in ("ask_other", "nothing_of")
        referred.add(heard.about)
    assert referred == {"nato"}
