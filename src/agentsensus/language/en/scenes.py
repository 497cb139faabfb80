"""English scene-setting clauses («After the play, …») and cleft sentences («It was Tom who rang»)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agentsensus.language.units import Unit

__all__ = ["in_clauses", "scenes", "straightened"]

_SCENE = re.compile(
    r"^(?:(?:After|Before|When|While|Once|Since|Until|As soon as)\b|(?:On|At|In|During)(?: the)?\s{2,})"
    r"[^,;:“\"]{4,90},\s+(?=[A-Za-z№])"
)
"""Matches a clause at the beginning of a sentence that says when the rest happened."""
_SCENE_AFTER = re.compile(r"\s(?:after|before|since|until|as soon as)\s[^,;:“\"]{4,90}$")
"""Matches such a clause at the end. «when» is left out, because it often introduces the main event."""
_SOMEBODY = r"[Tt]he (?:(?:young|old) )?(?:man|woman|boy|girl|one|person|people|ones|men|women|officer|person)"
_NAME = r"[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,3}"
_WAS = r"(?:was|is|were|are|had been)"
_IT_WAS = re.compile(rf"^It {_WAS} (?P<who>{_NAME}) (?:who|that) (?P<rest>(?!{_NAME}|the |a |an )\w+ \w.+)$")
_IT_WAS_THERE = re.compile(
    rf"^It {_WAS} (?P<where>(?:in|at|on|from|by|near|behind|under) [^,;:]{{3,40}}?) that (?P<rest>.+?)(?P<end>\.?)$"
)
_WHO_DID = re.compile(
    rf"^{_SOMEBODY} (?:who|that) (?P<rest>[a-z].+?) {_WAS} (?P<who>(?:young |old )?{_NAME})"
    r"(?P<more>,[^,]+)?(?P<end>\.?)$"
)
_WHOM = re.compile(
    rf"^{_SOMEBODY} (?:whom |that |who )?(?P<doer>{_NAME}) (?P<deed>(?:had |has )?[a-z]+) (?P<rest>(?:[^,;:]+ )?)"
    rf"{_WAS} (?P<who>{_NAME})(?P<more>,[^,]+)?(?P<end>\.?)$"
)

_OWN = re.compile(
    rf"\b[Tt]he (?P<thing>(?:[a-z-]+ ){{1,3}})that (?P<who>{_NAME}) "
    r"(?:gives|gave|makes|made|writes|wrote|has|had|owns|owned)\b"
)


def scenes(text: str) -> Iterator[re.Match[str]]:
    """Yield the clauses of a sentence that may set the scene; a clause at the beginning comes first."""
    yield from filter(None, (_SCENE.match(text), _SCENE_AFTER.search(text)))


def in_clauses(scene: Sequence[Unit], main: Sequence[Unit], *, is_first: bool) -> tuple[Unit, ...]:
    """Join the units (words with meaning and role) of a scene and of its main clause in sentence order, and number
    their clauses.
    """
    before, behind = (scene, main) if is_first else (main, scene)
    first = 1 + max(unit.clause for unit in before)
    return (*before, *(replace(unit, clause=unit.clause + first) for unit in behind))


def straightened(text: str) -> str:
    """Turn a cleft sentence into plain word order: «It was Tom who rang» becomes «Tom rang»."""
    text = _OWN.sub(lambda found: f"{found['who']}'s {found['thing'].strip()}", text)
    if found := _IT_WAS.match(text):
        return f"{found['who']} {found['rest']}"
    if found := _IT_WAS_THERE.match(text):
        return f"{found['rest']} {found['where']}{found['end']}"
    if found := _WHO_DID.match(text):
        return f"{found['who']} {found['rest']}{found['more'] or ''}{found['end']}"
    if found := _WHOM.match(text):
        return (
            f"{found['doer']} {found['deed']} {found['who']} {found['rest'].strip()}{found['more'] or ''}{found['end']}"
        )
    return text
