"""Numbers in figures, whatever language and way they were written in: «twelve», «12» and «十二» are one number."""


def figure(value: float) -> str:
    """A number in figures, without a fraction where it is whole."""
    return str(int(value)) if value == int(value) else repr(round(value, 6))


def each_apart(numbers: list[str]) -> frozenset[str]:
    """Numbers as a set in which repeated ones stay apart, so that «3 to 3» is not «3 to 2»: {"3", "3 (2)"}."""
    return frozenset(
        n if not (before := numbers[:place].count(n)) else f"{n} ({before + 1})" for place, n in enumerate(numbers)
    )
