"""The prompt of a turn: the view, as plain lines or JSON, and one question."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agentsensus.base.texts import prompt, texts
from agentsensus.language.rules import Language
from agentsensus.models.tokens import tokens
from agentsensus.worlds.minds.model.system_prompt import form_of
from agentsensus.worlds.minds.view import MindedRow, Person, View
from agentsensus.worlds.scenario.cast import Character
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.character import TRUST, CacheEntry
from agentsensus.worlds.state.mail import WORLD, Letter
from agentsensus.worlds.state.surroundings import SEAL, Sighting
from agentsensus.worlds.telling import Teller

__all__ = ["TurnPrompts", "ViewLines", "retry_in_language"]

_HERE = "agentsensus.worlds.minds.model"


class TurnPrompts:
    """Builds the prompts of one character's turns."""

    def __init__(self, scenario: Scenario, agent: str, rules: Rules) -> None:
        self._language: Language = scenario.world.language
        self._who = scenario.characters[agent].called[0]
        self._rules = rules
        self._lines = ViewLines(scenario, agent)

    def situation(self, view: View) -> str:
        """Return the view as plain lines or, under the `notices` rule, as a JSON object."""
        if self._rules.hearing != "notices":
            return self._lines.text(view)
        shown = view.prompt()
        lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in shown.items()]
        return "{" + ",\n".join(lines) + "}"

    def decide(self, view: View) -> str:
        """Return the prompt of a turn."""
        name = "turn_notices" if self._rules.hearing == "notices" else "turn"
        values = {"view": self.situation(view), "who": self._who, "round": str(view.round)}
        return prompt(_HERE, name, self._language, **values, example=form_of(self._rules)).strip()

    def think(self, view: View, question: str) -> str:
        """Return the prompt for a question that a character asks itself."""
        situation = self.situation(view)
        return prompt(_HERE, "think", self._language, view=situation, who=self._who, question=question).strip()


def retry_in_language(first_prompt: str, written: str, language: Language) -> str:
    """Return the prompt again, with a note that the reply was in the wrong language."""
    return prompt(_HERE, "language", language, situation=first_prompt, written=written).strip()


_MOST_TOKENS = 1_500
"""Token limit of a view. The oldest actions are dropped first; new messages are never shortened."""
_LAST_DEEDS = 3
"""Number of recent actions that are always shown, so that a character does not repeat itself."""

_OWN_WORDS = 160
"""Maximum number of characters shown of the character's own earlier words."""

_PLACES = 8


class ViewLines:
    """Formats the views of one character in the world's language."""

    def __init__(self, scenario: Scenario, agent: str) -> None:
        self._scenario, self._agent = scenario, agent
        self._character: Character = scenario.characters[agent]
        self._teller = Teller(scenario)
        language: Language = scenario.world.language
        self._phrases: Mapping[str, str] = texts("agentsensus.worlds.minds.model", "view", language)

    def text(self, view: View) -> str:
        """Return the whole view within its token limit."""
        before = self._deeds(view.cache)
        parts = self._parts(view)
        while True:
            shown = [*parts[:-1], self._part("deeds", before), parts[-1]]
            whole = "\n\n".join(part for part in shown if part)
            if len(before) <= _LAST_DEEDS or tokens(whole) <= _MOST_TOKENS:
                return whole
            before = before[1:]

    def _parts(self, view: View) -> list[str]:
        return [
            "\n".join(self._where(view)),
            self._part("heard", [self._heard(letter) for letter in view.heard]),
            self._part("notices", [self._notice(notice) for notice in view.notices]),
            self._part("seen", [self._sighting(sighting) for sighting in view.sightings]),
            self._part("things", [self._thing(thing, view) for thing in view.things]),
            self._part("minded", [self._row(row) for row in view.minded]),
            self._part("known", self._acquaintances(view)),
            self._part("goals", list(view.goals)),
            "\n".join(view.hints),
        ]

    def _part(self, key: str, lines: Sequence[str]) -> str:
        return "\n".join([self._phrases[key], *(f"- {line}" for line in lines)]) if lines else ""

    def _say(self, key: str, /, **parts: object) -> str:
        return self._phrases[key].format(**parts)

    # --- where

    def _where(self, view: View) -> list[str]:
        lines = [self._say("place", place=self._named(view.place), status=self._status(view.place_status))]
        lines += [self._person(person) for person in view.people] or [self._phrases["alone"]]
        lines.append(self._say("self", status=self._status(_own_status(view.status))))
        if view.is_held:
            lines.append(self._phrases["held"])
        ways = [self._say("way", place=self._named(near), rounds=near.rounds) for near in view.places[:_PLACES]]
        return [*lines, self._say("ways", ways=self._joined(ways))] if ways else lines

    def _person(self, person: Person) -> str:
        looks = [f"{key}: {value}" for key, value in person.status.items()]
        looks += [self._say("holds", things=self._teller.names(person.holds))] if person.holds else []
        return (
            self._say("person", who=self._named(person), looks="; ".join(looks))
            if looks
            else self._say("just_here", who=self._named(person))
        )

    def _named(self, shown: Any) -> str:
        return f"{shown.name} ({shown.id})"

    def _status(self, status: Mapping[str, object]) -> str:
        return "; ".join(f"{key}: {value}" for key, value in status.items())

    def _joined(self, names: Iterable[str]) -> str:
        return self._teller.phrases.between.join(names)

    # --- what one perceives

    def _heard(self, letter: Letter) -> str:
        words = {
            "who": self._teller.name(letter.sender),
            "id": letter.sender,
            "content": " ".join(letter.content.split()),
        }
        if letter.sender == WORLD:
            return self._say("happens", **words)
        if letter.overheard:
            to = self._teller.names([id_ for id_ in letter.recipients if id_ != self._agent])
            return self._say("overhears", to=to, **words)
        if letter.kind == "gesture":
            return self._say("gestures", **words)
        manner = "from_afar" if letter.afar else "says_quietly" if letter.quietly else "says"
        return self._say(manner, sent=letter.sent, **words)

    def _notice(self, notice: Any) -> str:
        return self._say("notice", who=self._teller.names(notice.senders), thread=notice.thread, begins=notice.begins)

    def _sighting(self, sighting: Sighting) -> str:
        who = self._teller.name(sighting.who)
        if sighting.kind == "did":
            return self._teller.turn(sighting.who, sighting.action, sighting.params)
        return self._say(sighting.kind, who=who, to=self._teller.name(sighting.to))

    def _thing(self, thing: Person, view: View) -> str:
        looks = [self._phrases[f"seal_{thing.status[SEAL]}"]] if SEAL in thing.status else []
        looks += [f"{key}: {value}" for key, value in thing.status.items() if key != SEAL]
        if thing.id in {readable.id for readable in view.readable}:
            looks.append(self._phrases["readable"])
        return f"{self._named(thing)}{self._say('looks', looks='; '.join(looks)) if looks else ''}"

    def _row(self, row: MindedRow) -> str:
        return self._teller.row({"text": row.text, "via": row.via, "from": row.source})

    def _acquaintances(self, view: View) -> list[str]:
        """Return lines with relations and forms of address for the characters present or just heard from."""
        around = dict.fromkeys([*(person.id for person in view.people), *(letter.sender for letter in view.heard)])
        lines = []
        for id_ in around:
            relation = self._character.relations.get(id_, "")
            calls = self._character.voice.calls.get(id_, ())
            if relation or calls:
                called = self._say("called", calls=self._joined(calls)) if calls else ""
                key = "acquaintance" if relation else "just_called"
                lines.append(self._say(key, who=self._teller.name(id_), relation=relation, called=called))
        return lines

    # --- what one did

    def _deeds(self, cache: Sequence[CacheEntry]) -> list[str]:
        last = len(cache) - 1
        return [
            self._deed(entry, is_last=place == last) for place, entry in enumerate(cache) if entry.ok or place == last
        ]

    def _deed(self, entry: CacheEntry, *, is_last: bool) -> str:
        deed = self._teller.turn(self._agent, entry.action, entry.params)
        if not is_last and len(deed) > _OWN_WORDS:
            deed = f"{deed[:_OWN_WORDS]}…"
        came = "; ".join(self._teller.came_of(entry.action, entry.ok, entry.result)) if is_last or not entry.ok else ""
        return self._say("deed", round=entry.round, deed=deed, came=f" → {came}" if came else "")


def _own_status(status: Mapping[str, object]) -> dict[str, object]:
    """Return the character's status without its place (shown elsewhere) and without its trust in others."""
    return {key: value for key, value in status.items() if key != "location" and not key.startswith(TRUST)}
