"""The speakers of a deposit: the depositor, and other speakers that it quotes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from agentsensus.language.languages import DEFAULT_LANGUAGE, language, rules_of
from agentsensus.language.messages import is_role
from agentsensus.language.names import Names
from agentsensus.language.rules import Language
from agentsensus.memory.core.atoms import UNNAMED, Atom
from agentsensus.memory.inputs import Context

__all__ = ["Company", "SpokenBy", "mark_unnamed"]


@dataclass(frozen=True, slots=True)
class SpokenBy:
    """The speaker that «I» means: the name, the name used as source of a statement (`source`), and the label in the
    text (`label`).
    """

    name: str
    source: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Company:
    """The depositor and the participants of a deposit, by name. `agent` is the id of the depositor."""

    agent: str
    depositor: str
    present: tuple[str, ...]
    """The participants, including the depositor if it is named among them."""
    names: Names

    @property
    def others(self) -> tuple[str, ...]:
        """The participants other than the depositor."""
        return tuple(name for name in self.present if name != self.depositor)

    @classmethod
    def of(cls, agent: str, participants: tuple[str, ...], names: Names) -> "Company":
        """Make the company of a deposit from the ids of its depositor and participants."""
        shown = tuple(dict.fromkeys(_called(name, names) for name in participants))
        return cls(agent, names.display(agent), shown, names)

    def is_known(self, name: str) -> bool:
        """Return whether a name is that of the depositor, a participant, or a registered person."""
        agents = self.names.mentioned(name)
        is_person = len(agents) == 1 and not self.names.is_place(name)
        return self.is_depositor(name) or name in self.others or (is_person and self._is_whole(name))

    def is_depositor(self, name: str) -> bool:
        """Return whether a name is the depositor's id, name or alias."""
        same = name.casefold() in (self.agent.casefold(), self.depositor.casefold())
        return same or (self.names.mentioned(name) == (self.agent,) and self._is_whole(name))

    def includes_depositor(self, words: str) -> bool:
        """Return whether the words name the depositor, perhaps among others: «Bernardo and Marcellus», «me», «us»."""
        if self.agent in self.names.mentioned(words) or self.depositor.casefold() == words.casefold():
            return True
        reporting = rules_of(language(words)).reporting
        return any(self.is_depositor(part) or part in reporting.first_person for part in reporting.parties(words))

    def voice(self, speaker: str, label: str = "", written_in: Language = DEFAULT_LANGUAGE) -> SpokenBy:
        """Return the speaker of a turn of a transcript, who may be the depositor."""
        if self.is_depositor(speaker):
            return SpokenBy(self.depositor, self.agent)
        agents = self.names.mentioned(speaker)
        if len(agents) == 1 and self._is_whole(speaker):
            return SpokenBy(self.names.display(agents[0]), agents[0], label)
        name = rules_of(written_in).reporting.by_role(speaker) if is_role(speaker) else speaker
        return SpokenBy(name, speaker, label)

    def source(self, words: str) -> str:
        """Return a person as stored in `Via.source`: the registered id, or else the words themselves."""
        agents = self.names.mentioned(words)
        return agents[0] if len(agents) == 1 and self._is_whole(words) else words

    def place(self, words: str) -> str:
        """Return the id of the place that some words name; empty if they name no known place."""
        named = [agent for agent in self.names.mentioned(words) if agent in self.names.places()]
        return named[-1] if named else ""

    def _is_whole(self, name: str) -> bool:
        """Return whether a name is exactly a registered one. «Ben's mother» is not Ben."""
        bare = name.strip()
        spans = self.names.spans(bare)
        return len(spans) == 1 and bare[: spans[0][0]].casefold() in ("", "the ") and spans[0][1] == len(bare)


def _called(name: str, names: Names) -> str:
    is_stranger = is_role(name) and not names.mentioned(name)
    return rules_of(language(name)).reporting.by_role(name) if is_stranger else names.display(name)


def mark_unnamed(atoms: Iterable[Atom], context: Context, names: Names) -> list[Atom]:
    """Return the atoms of a deposit. Atoms about a person known only by a role («the user») get the flag `UNNAMED`."""
    atoms = list(atoms)
    told_by = (atom.via.source for atom in atoms if atom.via is not None)
    speakers = dict.fromkeys((context.speaker, *context.participants, *told_by))
    roles = [speaker for speaker in speakers if is_role(speaker) and not names.mentioned(speaker)]
    if not roles:
        return atoms
    return [replace(atom, flags=(*atom.flags, UNNAMED)) if _tells_of(roles, atom.text) else atom for atom in atoms]


def _tells_of(roles: Iterable[str], statement: str) -> bool:
    called = map(rules_of(language(statement)).reporting.by_role, roles)
    return any(re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", statement, re.IGNORECASE) for name in called)
