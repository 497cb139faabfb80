"""People (and other bearers of names) in a statement, in the order of their first mention."""

from agentsensus.text.caching import text_cache
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names


@text_cache(65_536)
def persons_in(text: str, names: Names) -> tuple[str, ...]:
    """Canonical names in a text. With a registry they are looked up; without, capitals and surnames tell."""
    spans = names.spans(text)
    registered = [(start, names.display(agent)) for start, _, agent in spans]
    guessed = rules_of(language(text)).reader.guessed_names(text, names.has_han)
    known = {word for _, name in registered for word in name.split()}
    strangers = [
        (place, name)
        for place, name in guessed
        if not set(name.split()) & known and not any(start <= place < end for start, end, _ in spans)
    ]
    return tuple(dict.fromkeys(name for _, name in sorted([*registered, *strangers])))


def people_in(text: str, names: Names) -> tuple[str, ...]:
    """Canonical names in a text without the places that the registry knows."""
    return tuple(name for name in persons_in(text, names) if not names.is_place(name))
