"""Features of the verbs and their doers."""

from agentsensus.language.languages import rules_of
from agentsensus.language.reading import Reading
from agentsensus.language.units import NAME, VERB
from agentsensus.memory.judge.alignment import align
from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.retelling.wording import aligned


def action(pair: StatementPair) -> dict[str, float]:
    """Return the share of verbs in both statements, how similar the other verbs are, and whether the same person
    acts.
    """
    a, b = _deeds(pair.a), _deeds(pair.b)
    known = bool(a) and bool(b)
    same_doer = float(pair.a.doer == pair.b.doer) if pair.a.doer and pair.b.doer else 0.5
    near = max(aligned(pair, a, b)[0], aligned(pair, b, a)[0]) if known else 0.5
    shared = len(a & b) / min(len(a), len(b)) if known else 0.5
    return {"deeds_shared": shared, "deeds_near": near, "same_doer": same_doer}


def parts_kept(pair: StatementPair) -> dict[str, float]:
    """Return features of the roles of names: whether the same names act in both, or each acts only where the other does
    not.
    """
    alignment = align(pair.a, pair.b)
    in_a, in_b = ([unit for unit in units if unit.kind == NAME] for units in (alignment.a, alignment.b))
    doers_a, doers_b = ({unit.key for unit in units if unit.role == "doer"} for units in (in_a, in_b))
    besides_a, besides_b = ({unit.key for unit in units if unit.role != "doer"} for units in (in_a, in_b))
    met = [(alignment.a[x], alignment.b[y]) for x, y in alignment.pairs]
    names = [a.role == b.role for a, b in met if a.kind == b.kind == NAME]
    verbs = min(sum(unit.kind == VERB for unit in units) for units in (alignment.a, alignment.b))
    return {
        "doers_same": float(bool(doers_a) and doers_a == doers_b),
        "doers_apart": float(
            bool(doers_a and doers_b) and not doers_a & doers_b and doers_a <= besides_b and doers_b <= besides_a
        ),
        "parts_same": sum(names) / len(names) if names else 0.5,
        "deeds_met": sum(a.kind == b.kind == VERB for a, b in met) / verbs if verbs else 0.5,
    }


def _deeds(reading: Reading) -> frozenset[str]:
    return rules_of(reading.language).comparing.deeds(reading.text) & reading.vocabulary
