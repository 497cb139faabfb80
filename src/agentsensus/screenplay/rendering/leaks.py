"""Words that belong to the machinery of a run and to no story: numbers of rounds and beats, ids, names of actions."""

import re

__all__ = ["leaks"]

_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|(?:twen|thir|for|fif)ty)"
_LEAKS = (
    re.compile(rf"\b(?:rounds?|beats?|turns?|ticks?|steps?)\s+(?:no\.?\s*|number\s+|#)?{_NUMBER}\b", re.IGNORECASE),
    re.compile(r"\b\d+\s+(?:rounds?|beats?|ticks?|turns?)\b", re.IGNORECASE),
    re.compile(r"第\s*[\d零一二三四五六七八九十百]+\s*(?:轮|回合|个?节拍|步)|\d+\s*(?:轮|个?回合|个?节拍)|节拍"),
    re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b"),
    re.compile(r"\bm?[0-9a-f]{16}\b"),
    re.compile(r"@world\b|\bJSON\b|\bLLM\b|\bNPCs?\b|\bsimulat(?:ion|ed|or)\b|\bkernel\b", re.IGNORECASE),
    re.compile(r"模拟(?:世界|系统|程序)|智能体|大语言模型"),
)


def leaks(text: str, source: str) -> list[str]:
    """What in a text is the machinery's and does not stand in the beats themselves (`source`)."""
    known = source.lower()
    matches = (match.group() for pattern in _LEAKS for match in pattern.finditer(text))
    return list(dict.fromkeys(leak for leak in matches if leak.lower() not in known))
