"""The judge's reasons taken apart, so that a page can say them in its own language."""

import re

__all__ = ["veto_parts"]

_REASONS: dict[str, re.Pattern[str]] = {
    "persons": re.compile(r"different persons: (.+) against (.+)"),
    "names": re.compile(r"different names: (.+) against (.+)"),
    "places": re.compile(r"different places: (.+) against (.+)"),
    "things": re.compile(r"different things: (.+) against (.+)"),
    "times": re.compile(r"different times: (.+) against (.+)"),
    "numbers": re.compile(r"different numbers: (.+) against (.+)"),
    "exchanged": re.compile(r"parts exchanged: (.+) and (.+)"),
    "tellings": re.compile(r"told by (.+) to (.+), and by (.+) to (.+)"),
    "told": re.compile(r"one says that (.+) told it to (.+)"),
    "opposites": re.compile(r"opposites: (.+) against (.+)"),
    "unlikely": re.compile(r"unlikely for (.+): ([\d.]+), and it merges at ([\d.]+)"),
    "negated": re.compile("done against not done"),
    "planned": re.compile("planned against done"),
    "asked": re.compile("asked against stated"),
    "happened": re.compile("told against happened"),
    "part": re.compile("one tells only a part of the other"),
    "people": re.compile("the same words with the people in other parts"),
    "short": re.compile("(?:short, and )?no word in common but names"),
    "silence": re.compile("kept to oneself against told or done"),
    "kin": re.compile(r"one speaks of (.+), the other of the (.+) of .+"),
    "acts": re.compile(r"(.+) acts in one, and in the other (.+)"),
    "contents": re.compile("what was told differs"),
}


def veto_parts(reason: str) -> list[str]:
    """The kind of a reason and what it names; a reason of no known kind is `other` and names itself."""
    for kind, pattern in _REASONS.items():
        if match := pattern.fullmatch(reason):
            return [kind, *match.groups()]
    return ["other", reason]
