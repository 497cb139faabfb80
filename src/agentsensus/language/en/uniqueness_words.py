"""English words that mark a value as unique (the only, the first, born …), and words that only measure."""

import re

from agentsensus.language.rules import UniquenessWords

__all__ = ["UNIQUENESS_WORDS"]

ONLY_ONE = re.compile(
    r"\b(?:only|sole|solely|single|exactly|precisely|total|totals|in all|altogether|overall|first|final|last(?! (?:week|month|year|night|time|spring|summer|autumn|winter|quarter|\w+day))|current|currently|"  # noqa: E501
    r"at present|present|head office|headquarters|chief|alone|winning|winner|deadline|founded|founding|entirely|by (?:him|her)self|"  # noqa: E501
    r"nothing else|the one|no other|whole|original|originally|born|died|eldest|youngest|capital)\b",
    re.IGNORECASE,
)
LASTING = re.compile(
    r"\b(?:is|are|has|have|runs?|costs?|weighs?|measures?|expires?|lasts?|limited|requires?|needs?|belongs?|lies|stands|"
    r"located|based|contains?|happens|deadline|lease|contract|due)\b",
    re.IGNORECASE,
)
LEANING = re.compile(
    r"\W*(?:(?:on|at|by|in|since|until) )?(?:it|its|this|that|these|those|he|she|they|his|her|their|him|them|today|yesterday|tomorrow|"  # noqa: E501
    r"now|here|there|then|both|another|the same|so|such)\b",
    re.IGNORECASE,
)
MEASURING = re.compile(
    r"(?:euros?|dollars?|pounds?|cents?|kilomet(?:er|re)s?|met(?:er|re)s?|miles?|kg|kilograms?|kilos?|grams?|tons?|litres?|degrees?|"
    r"length|long|weight|height|width|price|prices|cost|costs|takings|total|in all|in full|overall|altogether|came|came to|days?|year|times?|"  # noqa: E501
    r"version|house|post|one|person|figure|number|amount|sum|still|ever|exactly|precisely|sharp|flat|people|votes(?: in)?|all|under|"  # noqa: E501
    r"latest|deadline|due|only|other|sale|place|whole|entire|entirely|currently|present|now|already|just|rate|level|size|limit|score|count|depth|speed|age|rent|fee|salary|"
    r"bill|capacity|board|aboard|measured|monthly|yearly|daily|point|there|set|maximum|minimum|average|term|size|value)",
    re.IGNORECASE,
)
HELD = re.compile(
    r"\b(?:is|are|takes place|took place|holding|held|located|based|lies|lay|stands|stood|lives?|lived|buried|born|"
    r"stored|kept)\b",
    re.IGNORECASE,
)
_NAME = r"[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*)*"
_OWNED = rf"(?:The|Our|My|His|Her|Its|Their|{_NAME}['’]s?)"
SINGLE = re.compile(
    r"\b(?i:only|sole|solely|single|current|currently|at present|head office|headquarters|chief|alone|winning|winner|"
    r"deadline|founder|author|original|originally|eldest|youngest|capital|primary|main|root cause|(?:the )?cause of|"
    r"entirely|by (?:him|her)self|nothing else|no other|nobody else|the one|the first to|the last to|the final|"
    r"first prize|gold medal)\b|"
    rf"^{_OWNED} (?:[\w’'.-]+ ){{1,9}}?(?:is|was) (?:[Tt]he )?{_NAME}\.?$|"
    rf"^{_NAME} (?:is|was) the (?!only )\w+|^It (?:is|was) (?:the \w+|{_NAME}) (?:who|that)\b"
)
_NOT_MANY = r"(?! (?:a|an|another|some|many|several|two|three|\d))"
ONCE = re.compile(
    rf"\b(?:born|dies|died|death of|killed|murder(?:s|ed|er)|slain|slew|beheaded|executed|assassinated|drowned|"
    r"burial|buried|funeral|burned down|burnt down|sank|wrecked|founded|invented|discovered|composed|authored|"
    r"wrote|written by|painted by|designed by|went live|goes live|completed|completion|married|marriage|wedding|"
    r"elected|crowned|abdicated|retire[sd]|graduated|won|maiden|merger|merged|abolished|probation ends|expires)\b"
    rf"{_NOT_MANY}",
    re.IGNORECASE,
)
_COUNT = (
    r"(?:(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\d.])|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|hundred|thousand|"
    r"most|many|some|half|several|few|percent|%|part|none|each|any)"
)
PART_OF = re.compile(
    rf"^of (?:the|its|our|his|her|their|these|those)\b|"
    rf"\b{_COUNT}(?: \w+){{0,2}} of (?:the|its|our|his|her|their|these|those|them|it|[A-Z])|"
    r"\b(?:among|amongst|of them|of which|including)\b",
    re.IGNORECASE,
)
UNIQUENESS_WORDS = UniquenessWords(
    only_one=ONLY_ONE,
    lasting=LASTING,
    leaning=LEANING,
    measuring=MEASURING,
    held=HELD,
    single=SINGLE,
    once=ONCE,
    part_of=PART_OF,
)
