"""English words and patterns that story worlds look for."""

import re

from agentsensus.language.rules import WorldPhrases

__all__ = ["WORLD_WORDS"]

_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|(?:twen|thir|for|fif)ty)"
_INTENTS = (
    ("learn", r"learn\s+(?P<event>.+)"),
    ("tell", r"tell\s+(?P<event>.+?)\s+to\s+(?P<whom>.+)"),
    ("keep", r"keep\s+(?P<event>.+?)(?:\s+from\s+(?P<whom>.+))?"),
    ("confront", r"confront\s+(?P<whom>.+?)\s+about\s+(?P<event>.+)"),
    ("get", r"get\s+(?P<carrier>.+?)\s+from\s+(?P<whom>.+)"),
    ("bring", r"bring\s+(?P<whom>.+?)\s+to\s+(?P<place>.+)"),
    ("do", r"do\s+(?P<deed>.+?)\s+to\s+(?P<whom>.+)"),
    ("meet", r"meet\s+(?P<whom>.+)"),
    ("reach", r"reach\s+(?P<place>.+)"),
    ("read", r"read\s+(?P<carrier>.+)"),
    ("deceive", r"deceive\s+(?P<whom>.+?)\s+about\s+(?P<event>.+)"),
)
WORLD_WORDS = WorldPhrases(
    kinds={kind: kind for kind in "death wrong threat promise love office war gain loss".split()},
    intents=_INTENTS,
    hidden_mark="secret",
    grave_mark="grave",
    name_joiner=r"\s+and\s+|\s*&\s*",
    doors=r"(?:the |main |front )*(?:doors?|gates?|entrances?)",
    shut=r"\b(?:shut|closed|locked|barred|bolted|guarded|blocked)\b",
    not_shut=r"\b(?:open|opened|ajar|not|no|never|nobody|half|lets? \w+ through)\b",
    around=frozenset("around about here".split()),
    everybody=frozenset("all everybody everyone".split()),
    typed_and=r"\s+and\s+",
    rounds="rounds?",
    before_places=(["the"], ["in"], ["on"], ["at"], ["in", "the"], ["on", "the"], ["at", "the"]),
    not_plural="",
    you=None,
    postures=frozenset({"bearing", "posture", "position", "stance", "pose"}),
    perceived=r"\s+(?:(?:has|had|have|himself|herself|also|then|now|just|plainly|clearly)\s+)*(?:saw|sees|seen|heard|hears|overheard"
    r"|noticed|watched|found|learn(?:ed|t)|read|reads|witnessed|observed|was told|met)\b",
    thought=r"\s+(?:(?:has|had|have|also|then|now|rightly|wrongly|still)\s+)*(?:concluded?s?|guess(?:ed|es)?|suspect(?:ed|s)?"
    r"|believe[sd]?|thinks?|thought|fear(?:ed|s)?|wonder(?:ed|s)?|suppose[sd]?|infer(?:red|s)?|doubt(?:ed|s)?|assume[sd]?"
    r"|knows?|knew|understood|understands|reali[sz]e[sd]?)\b",
    small_words=frozenset(
        (
            "a an and are as at be but by for from had has he her him his i in is it me my of on or our she so than "
            "that the their them they this to was we were will with you your"
        ).split()
    ),
    narrators=frozenset({"narrator", "the narrator", "author"}),
    rare_surnames="",
    surnames_that_are_words="",
    leaks=(
        re.compile(rf"\b(?:rounds?|beats?|turns?|ticks?|steps?)\s+(?:no\.?\s*|number\s+|#)?{_NUMBER}\b", re.IGNORECASE),
        re.compile(r"\b\d+\s+(?:rounds?|beats?|ticks?|turns?)\b", re.IGNORECASE),
        re.compile(r"@world\b|\bJSON\b|\bLLM\b|\bNPCs?\b|\bsimulat(?:ion|ed|or)\b|\bkernel\b", re.IGNORECASE),
    ),
)
