"""English words for opposite directions, and words that change the meaning of a statement («formerly», «almost»)."""

import re

__all__ = ["MARKS", "TOWARDS", "WAYS"]


def _words(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


_TURN = r"(?:turn\w*|takes? a|took a|to the|on the|on his|on her|made a|makes? a|bear|keep\w*|his|her)"

WAYS = (
    (_words("up|upwards?|upstairs|uphill"), _words(r"down|downwards?|downstairs|downhill|descend(?:s|ed|ing)?")),
    (
        _words("into|inside|enter(?:s|ed|ing)?|indoors"),
        _words(r"out of|outside|outdoors|exit(?:s|ed|ing)?|(?:came|come|went|go|goes|walk\w*|step\w*) out"),
    ),
    (_words(r"onto|(?:turn|switch|log|put)\w*(?: \w+){0,2} on|(?:get|got|came|comes) on"), _words(r"off(?! to)")),
    (_words(rf"{_TURN} left|left-\w+"), _words(rf"{_TURN} right|right-\w+")),
    (_words("northwards?|north"), _words("southwards?|south")),
    (_words("eastwards?|east"), _words("westwards?|west")),
    (_words("forwards?|ahead"), _words("backwards?")),
    (_words("before|prior to|ahead of|earlier than"), _words("after|following|later than")),
    (_words("towards?"), _words("away from")),
    (
        re.compile(r"\b(?:is|are|works? as) an? [\w-]+\.?$", re.IGNORECASE),
        re.compile(r"\b(?:was|were|worked as) an? [\w-]+\.?$", re.IGNORECASE),
    ),
    (_words("above|over|on top of"), _words("below|under|underneath|beneath")),
)
"""Pairs of opposites. If each statement contains one side of a pair, the statements differ."""

TOWARDS = re.compile(r"\b(?:to|into|towards?|for)(?: the)? $", re.IGNORECASE)
"""Matches the words before a destination: «to the», «into»."""

MARKS = (
    _words(r"used to(?! it| this| that)|formerly|former|once was|was once|previously|ex-\w+"),
    _words("together(?! with)|jointly|on behalf of|instead of"),
    _words("almost|nearly|hardly|barely|not quite"),
    _words("if|unless|provided that|in case"),
)
"""If only one of two statements matches one of these patterns, the statements differ."""
