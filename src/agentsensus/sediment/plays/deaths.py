"""Who dies on the stage and by whose hand: strikes, falls and last words, as the directions tell them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agentsensus.sediment.parts import StageSpeech, TextPart
from agentsensus.sediment.plays.cast import PlayCast
from agentsensus.sediment.plays.stage import SceneStage
from agentsensus.sediment.words import SedimentWords

__all__ = ["LastWords", "SceneDeaths", "last_words"]

LastWords = Mapping[str, tuple[str, int]]
"""By character: the scene and the number of the passage with its last words in the whole play."""
_LOOK_BACK = 6
_DYING = 24
"""Who is struck down and speaks for no more passages than this, and never again, has died of it."""


def last_words(parts: Sequence[TextPart], cast: PlayCast, words: SedimentWords) -> LastWords:
    """Where everybody speaks last."""
    last: dict[str, tuple[str, int]] = {}
    for part in parts:
        for number, passage in enumerate(part.passages):
            if isinstance(passage, StageSpeech) and not words.pattern("of_the_dead").match(passage.cue):
                last |= dict.fromkeys(cast.speakers(passage.cue, part.label, words), (part.label, number))
    return last


@dataclass
class SceneDeaths:
    """The blows of one scene: who struck whom, and who was struck down and may die of it."""

    stage: SceneStage
    words: SedimentWords
    last: LastWords
    part: str
    strikes: list[tuple[int, str, str]] = field(default_factory=list)
    """Statement, who strikes, and whom, if that is said."""
    fallen: dict[str, int] = field(default_factory=dict)
    """By character that was struck down: the passage."""
    spoke: list[str] = field(default_factory=list)

    def heard(self, speakers: Sequence[str]) -> None:
        """Somebody speaks."""
        self.spoke += speakers

    def strike(self, text: str, subject: str, statement: int, number: int) -> None:
        """Note who strikes whom in a direction, and who is carried off dead of it."""
        if self.words.pattern("with_the_body").search(text):
            self.fallen |= {whom: number for _, _, whom in self.strikes if whom and self._is_silent(whom, number)}
        match = self.words.pattern("strikes").search(text)
        if match is None:
            return
        named = self.stage.names(text[: match.start()])
        doer = named[0] if named else subject or self.stage.last_speaker
        is_deadly = bool(self.words.pattern("deadly").search(match.group()))
        self.strikes.append((statement, doer, self._target(text[match.end() :], doer, number if is_deadly else None)))

    def _is_silent(self, who: str, number: int) -> bool:
        """Whether somebody has spoken its last words by this passage."""
        part, spoke_at = self.last.get(who, ("", -1))
        return part == self.part and spoke_at <= number

    def _target(self, rest: str, doer: str, deadly_at: int | None) -> str:
        """Who is struck; by a deadly blow at «him», whoever says no more after it."""
        if self.words.pattern("himself").match(rest):
            return doer
        named = [id_ for id_ in self.stage.names(rest) if id_ != doer]
        if named or not self.words.pattern("pronoun_object").match(rest):
            return named[0] if named else ""
        if deadly_at is not None:
            others = dict.fromkeys(id_ for id_ in reversed(self.spoke) if id_ != doer and id_ in self.stage.present)
            silent = [id_ for id_ in others if self._is_silent(id_, deadly_at)]
            if len(silent) == 1:
                return silent[0]
        return self._other_than(doer)

    def _other_than(self, who: str) -> str:
        return next((id_ for id_ in reversed(self.spoke) if id_ != who and id_ in self.stage.present), "")

    def fall(self, text: str, subject: str, number: int) -> None:
        """Note who is struck down in a direction, or lays hands on himself."""
        if self.words.pattern("kills_self").search(text):
            named = self.stage.names(text)
            self.fallen[named[0] if named else subject or self.stage.last_speaker] = number
        match = self.words.pattern("falls").search(text)
        is_struck = self.strikes or any(self.words.pattern(sign).search(text) for sign in ("strikes", "beaten"))
        if match is None or not is_struck:
            return
        named = self.stage.names(text[: match.start()])
        who = named[-1] if named else subject or self.stage.last_speaker
        if who:
            self.fallen[who] = number

    def expired(self, number: int) -> list[str]:
        """Who was struck down and has spoken its last words by this passage."""
        dead = []
        for who, since in list(self.fallen.items()):
            part, spoke_at = self.last.get(who, (self.part, -1))
            if part != self.part or spoke_at - since > _DYING:
                del self.fallen[who]
            elif number >= spoke_at:
                del self.fallen[who]
                dead.append(who)
        return dead

    def doer(self, victim: str, statement: int) -> str:
        """By whose hand somebody dies: who struck it, else who has struck just now."""
        self.fallen.pop(victim, None)
        aimed = [doer for _, doer, target in self.strikes if target == victim]
        if aimed:
            return aimed[-1] if aimed[-1] != victim else ""
        recent = [(doer, at) for at, doer, target in self.strikes if statement - at <= _LOOK_BACK and not target]
        if not recent:
            return ""
        return recent[-1][0] if recent[-1][0] != victim else self._other_than(victim)
