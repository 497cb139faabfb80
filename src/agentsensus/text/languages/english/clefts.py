"""Sentences that are turned round, put straight: «It was Tom who rang», «The man Ann met was Ben», «the tips that Ann gives»."""  # noqa: E501

import re

__all__ = ["straightened"]

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


def straightened(text: str) -> str:
    """A sentence with whoever is stressed in his place: «Hamlet killed Polonius …» for «The man Hamlet killed … was Polonius»."""  # noqa: E501
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
