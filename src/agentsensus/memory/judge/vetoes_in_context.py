"""Which vetoes stand: a difference means something only between statements that are otherwise alike.

«Laertes sailed» and «Polonius said that Laertes left for Paris at noon» differ in who tells, but they are hardly the
same sentence: there the scores must decide. The same difference between two sentences of the same words is a veto.
"""

from agentsensus.memory.judge.features.wording import covered
from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.text.reading import Reading

KNOWN = frozenset(("person", "role", "negation", "number", "time", "report"))
"""The vetoes that stand where a registry knows who is who and where; the weights see to the rest there."""
STORY = {"role": 0.75, "report": 0.0}
NEWS = {"role": 0.75, "report": 0.0, "negation": 0.7, "opposite": 0.7, "plan": 0.7, "question": 0.7, "speech": 0.7}
_FEW = 2
_WHOLE = 0.95
_ELSE = {"story": 0.5, "news": 0.6}


def standing(a: Reading, b: Reading, kind: str | None = None) -> dict[str, str]:
    """The vetoes that count between two statements, by name with their reasons: each needs them alike to some degree.

    `kind` says which degrees hold: «story», «news», or «known» where a registry knows who is named; without one it is
    «known» or «story». Where the registry knows who is who, another person always counts.
    """
    reasons = vetoes(a, b)
    if not reasons:
        return reasons
    known = bool(a.known and b.known)
    kind = kind or ("known" if known and a.language == "en" else "story")
    news = kind == "news"
    (low, high), gates = covered(a, b), NEWS if news else STORY
    alike = 1.0 if (high >= _WHOLE and not news) or _differ_little(a, b, by_name=not news) else low
    least = _ELSE["news" if news else "story"]
    return {
        name: reason
        for name, reason in reasons.items()
        if (kind != "known" or name in KNOWN)
        and ((known and name == "person") or (low if name == "role" else alike) >= gates.get(name, least))
    }


def _differ_little(a: Reading, b: Reading, *, by_name: bool) -> bool:
    """Whether each has at most two words that the other lacks, and both share words or, `by_name`, the people.

    People count because «Horatio saw the Ghost» and «Horatio did not see the Ghost» share nothing but names.
    """
    words_a, words_b = a.vocabulary, b.vocabulary
    same_people = by_name and a.persons and set(a.persons) == set(b.persons)
    return (
        len(words_a - words_b) <= _FEW
        and len(words_b - words_a) <= _FEW
        and bool(words_a & words_b or words_a == words_b or same_people)
    )
