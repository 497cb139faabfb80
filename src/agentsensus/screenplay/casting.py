"""What everybody and every place of a world is called in a play, in the world's own language or in the other one."""

from collections.abc import Sequence

from agentsensus.screenplay.script import CastMember, on_one_line, opened
from agentsensus.screenplay.stage import stage_words
from agentsensus.text.languages import Language, rules_of
from agentsensus.text.sentences import sentences
from agentsensus.world.scenario import Scenario

__all__ = ["Casting"]


class Casting:
    """Names by id in the language of a play: of a Chinese world in English, those in Latin letters (刘备, Liu Bei)."""

    def __init__(self, scenario: Scenario, language: Language) -> None:
        self.scenario = scenario
        self.language = language
        self.is_own = language == scenario.world.language
        self.writing = rules_of(language).writing
        self._words = stage_words(language)
        self._named = {**scenario.carriers, **scenario.places, **scenario.characters}

    def name(self, id_: str) -> str:
        """What somebody, a place or a thing is called; elsewhere where no place is named."""
        named = self._named.get(id_)
        if named is None:
            return id_.replace("_", " ") if id_ else self._words.play["anywhere"]
        if self.writing.has_latin_letters and not self.is_own:
            return named.latin or id_.replace("_", " ").title()
        return named.called[0]

    def names(self, ids: Sequence[str]) -> str:
        """Several names as one party: «Hamlet, Horatio and Marcellus»."""
        names = [self.name(id_) for id_ in ids]
        return self.writing.all_of(names) if len(names) > 1 else "".join(names)

    def title(self) -> str:
        """What the play is called."""
        world = self.scenario.world
        return world.title or world.name

    def called(self, id_: str) -> tuple[str, ...]:
        """All that somebody, a place or a thing may be called in this play."""
        named = self._named.get(id_)
        others = named.called if named is not None else ()
        return tuple(dict.fromkeys((self.name(id_), *others)))

    def person(self, id_: str) -> CastMember:
        """Somebody for the list of persons, with the first sentence of the profile where its language is the play's."""
        character = self.scenario.characters.get(id_)
        profile = sentences(character.profile) if character and self.is_own else []
        name = opened(self.name(id_))
        about = on_one_line(profile[0]) if profile else ""
        run_on = about.removeprefix(name) if about.startswith(name) else about and f" – {about}"
        return CastMember(name, run_on)
