"""English verbs in the form of another: «approve» as «rejected» stands is «approved»."""

import re

from agentsensus.language.en.lemma import FORMS, IRREGULAR

_VOWEL_CONSONANT = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")


def base_of(word: str) -> str:
    """The base form of a verb, as far as its ending tells."""
    lower = word.lower()
    if lower in IRREGULAR:
        return IRREGULAR[lower]
    for ending in ("ied", "ies"):
        if lower.endswith(ending) and len(lower) > 4:
            return lower[:-3] + "y"
    for ending in ("ing", "ed"):
        if lower.endswith(ending) and len(lower) > len(ending) + 2:
            return _restored(lower[: -len(ending)])
    if lower.endswith(("shes", "ches", "sses", "xes", "zes", "oes")):
        return lower[:-2]
    return lower[:-1] if lower.endswith("s") and not lower.endswith("ss") else lower


def like(base: str, model: str) -> str:
    """A base form in the form that the model has: past, -ing, -s or base."""
    lower, words = model.lower(), base.split()
    verb, rest = words[0], words[1:]
    if lower.endswith("ing"):
        form = _stem(verb, "ing") + "ing"
    elif (lower in IRREGULAR and not lower.endswith("s")) or lower.endswith("ed"):
        form = past(verb)
    elif lower.endswith("s") and not lower.endswith("ss"):
        form = verb + ("es" if re.search(r"(?:s|x|z|ch|sh|o)$", verb) else "s")
        form = verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else form
    else:
        form = verb
    return " ".join([form, *rest])


def past(verb: str) -> str:
    """The past form."""
    if verb in FORMS:
        return FORMS[verb][0]
    return verb[:-1] + "ied" if re.search(r"[^aeiou]y$", verb) else _stem(verb, "ed") + "ed"


def _stem(verb: str, ending: str) -> str:
    if verb.endswith("ie") and ending == "ing":
        return verb[:-2] + "y"
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return verb[:-1]
    return verb + verb[-1] if _VOWEL_CONSONANT.match(verb) else verb


def _restored(stem: str) -> str:
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "bdgmnprt":
        return stem[:-1]
    ends_in_e = re.search(
        r"(?:[aeiou][vsczug]|[^aeiou][vcgus]|[aeiou]t(?<=at|ut|ot)|[aeiou]r(?<=ir|ar|or|ur)|[bgpt]l|iz|is|os|as)$", stem
    )
    return stem + "e" if ends_in_e and not stem.endswith(("ss", "es", "ow", "er", "us")) else stem
