"""A model double that answers from a recorded run: cuts and verdicts by the words that the recorded model was shown."""

import json
import re
import sqlite3
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from agentsensus.language.sentences import sentences
from agentsensus.models.chat import Reply, Request, Usage
from agentsensus.models.limits import Limits
from agentsensus.models.tokens import tokens

_QUESTION = re.compile(r'^\{"statement": \d+, "text": .*$', re.MULTILINE)
_TEXT = re.compile(r'^\{"text": \d+, "speaker": .*$', re.MULTILINE)
_LEAST = 0.75


def _pairs(text: str) -> frozenset[str]:
    plain = re.sub(r"\W+", " ", text.casefold())
    return frozenset(plain[place : place + 3] for place in range(len(plain)))


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / max(1, len(a | b))


@dataclass(frozen=True)
class Merge:
    """A recorded merge across owners: a statement of an agent, and the wordings that it joined."""

    round: int
    agent: str
    text: str
    with_: frozenset[str]


@dataclass(frozen=True)
class RecordedModel:
    """The tape and the store of a recorded run."""

    folder: Path

    @cached_property
    def _tape(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "tape.jsonl").read_text("utf-8").splitlines()]

    @cached_property
    def _calls(self) -> list[tuple[str, str, str]]:
        texts = {entry["text"]: entry["is"] for entry in self._tape if "is" in entry}

        def whole(parts: list[Any]) -> str:
            return "\n\n".join(part if isinstance(part, str) else texts[part["text"]] for part in parts)

        return [(entry["key"], whole(entry["prompt"]), entry["reply"]) for entry in self._tape if "reply" in entry]

    @cached_property
    def verdicts(self) -> dict[tuple[str, str], str]:
        """The relation of each pair that the recorded judge was asked about; «same» wins over a later answer."""
        found: dict[tuple[str, str], str] = {}
        for key, prompt, reply in self._calls:
            if "/judge/" not in key:
                continue
            answers = json.loads(reply[reply.index("{") : reply.rindex("}") + 1])["answers"]
            for question in map(json.loads, _QUESTION.findall(prompt)):
                own = {a.get("match"): a["relation"] for a in answers if a["statement"] == question["statement"]}
                only = own.get(None, "different") if len(question["known"]) == 1 else "different"
                for number, known in question["known"].items():
                    relation = own.get(int(number), only)
                    if found.get((question["text"], known)) != "same":
                        found[question["text"], known] = relation
        return found

    @cached_property
    def cuts(self) -> dict[tuple[str, str], list[str]]:
        """The statements into which the recorded model cut each text of a speaker."""
        found = {}
        for key, prompt, reply in self._calls:
            if "/atomize/" in key:
                text = json.loads(prompt.split("only to be cut:\n")[1].splitlines()[0])
                found[prompt[len("Cut what ") : prompt.index(" wants to remember")], text] = json.loads(
                    reply[reply.index("{") : reply.rindex("}") + 1]
                )["statements"]
        return found

    @cached_property
    def merges(self) -> list[Merge]:
        """The merges across owners in the recorded store."""
        address = f"file:{self.folder / 'memory.db'}?mode=ro&immutable=1"
        with sqlite3.connect(address, uri=True) as store:
            agents = dict(store.execute("SELECT seq, name FROM agents"))
            atoms = {seq: (at, text) for seq, at, text in store.execute("SELECT seq, at, text FROM atoms")}
            owners: dict[int, set[int]] = defaultdict(set)
            for atom, agent in store.execute("SELECT atom, agent FROM owners"):
                owners[atom].add(agent)
            joined = dict(store.execute("SELECT atom, record FROM merges WHERE agent = -1 ORDER BY seq DESC"))
        store.close()
        roots: dict[int, int] = {}
        members: dict[int, list[int]] = defaultdict(list)
        known_to: dict[int, set[int]] = defaultdict(set)
        found = []
        for atom, (at, text) in sorted(atoms.items()):
            record = joined.get(atom, atom)
            root = roots[atom] = roots.get(record, record)
            if atom in joined and not owners[atom] & known_to[root]:
                (owner,) = owners[atom]
                found.append(Merge(at, agents[owner], text, frozenset(atoms[other][1] for other in members[root])))
            members[root].append(atom)
            known_to[root] |= owners[atom]
        return found


class RecordedDouble:
    """Answers judge and atomizer from a recorded run, and counts calls and tokens by purpose.

    Words that were never shown to the recorded model are answered as the most similar ones that were.
    """

    id = "test:recorded"
    limits = Limits(concurrency=None, first_pause=0)

    def __init__(self, recorded: RecordedModel) -> None:
        self.calls: Counter[str] = Counter()
        self.input: Counter[str] = Counter()
        self._recorded = recorded
        self._shown = {text: _pairs(text) for pair in recorded.verdicts for text in pair}
        self._nearest: dict[str, str] = {}

    async def send(self, request: Request) -> Reply:
        size = tokens(request.system + request.prompt)
        self.calls[request.purpose] += 1
        self.input[request.purpose] += size
        answer = self._judged(request.prompt) if request.purpose == "judge" else self._cut(request.prompt)
        return Reply(json.dumps(answer, ensure_ascii=False), Usage(size, 0))

    def _judged(self, prompt: str) -> dict[str, Any]:
        answers = []
        for question in map(json.loads, _QUESTION.findall(prompt)):
            relations = {int(n): self._relation(question["text"], known) for n, known in question["known"].items()}
            order = ("same", "conflicting", "part of")
            match = next((n for relation in order for n, given in relations.items() if given == relation), None)
            relation = relations[match] if match is not None else "different"
            answers.append({"statement": question["statement"], "relation": relation, "match": match})
        return {"answers": answers}

    def _relation(self, text: str, known: str) -> str:
        verdicts = self._recorded.verdicts
        a, b = self._as_shown(text), self._as_shown(known)
        return verdicts.get((a, b)) or verdicts.get((b, a)) or "different"

    def _as_shown(self, text: str) -> str:
        """The words shown to the recorded model that are most similar to a text."""
        if text in self._shown:
            return text
        if text not in self._nearest:
            own = _pairs(text)
            best = max(self._shown, key=lambda other: (_likeness(own, self._shown[other]), other))
            self._nearest[text] = best if _likeness(own, self._shown[best]) >= _LEAST else text
        return self._nearest[text]

    def _cut(self, prompt: str) -> dict[str, Any]:
        cuts = self._recorded.cuts
        texts = [json.loads(line) for line in _TEXT.findall(prompt)]
        if not texts:
            speaker = prompt[len("Cut what ") : prompt.index(" wants to remember")]
            text = json.loads(prompt.split("only to be cut:\n")[1].splitlines()[0])
            return {"statements": cuts.get((speaker, text)) or sentences(text)}
        return {
            "texts": [
                {"text": each["text"], "statements": cuts.get((each["speaker"], words)) or sentences(words)}
                for each in texts
                if (words := each["words"])
            ]
        }


def found_merges(merges: list[Merge], store: Path) -> list[Merge]:
    """The recorded merges that a store has too: the agent's statement stands in one record with one of the others."""
    address = f"file:{store}?mode=ro&immutable=1"
    with sqlite3.connect(address, uri=True) as opened:
        agents = dict(opened.execute("SELECT seq, name FROM agents"))
        texts = {seq: (at, text) for seq, at, text in opened.execute("SELECT seq, at, text FROM atoms")}
        joined = dict(opened.execute("SELECT atom, record FROM merges WHERE agent = -1 ORDER BY seq DESC"))
        owners = opened.execute("SELECT atom, agent FROM owners").fetchall()
    opened.close()
    records: dict[int, int] = {}
    members: dict[int, list[frozenset[str]]] = defaultdict(list)
    of_turn: dict[tuple[int, str], list[int]] = defaultdict(list)
    for atom, (_, text) in sorted(texts.items()):
        root = records[atom] = records.get(joined.get(atom, atom), joined.get(atom, atom))
        members[root].append(_pairs(text))
    for atom, agent in owners:
        of_turn[texts[atom][0], agents[agent]].append(atom)

    def is_found(merge: Merge) -> bool:
        own, others = _pairs(merge.text), [_pairs(text) for text in merge.with_]
        return any(
            _likeness(own, _pairs(texts[atom][1])) >= _LEAST
            and any(_likeness(other, each) >= _LEAST for other in others for each in members[records[atom]])
            for atom in of_turn[merge.round, merge.agent]
        )

    return [merge for merge in merges if is_found(merge)]
