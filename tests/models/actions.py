"""Ten actions to choose from."""

from pydantic import BaseModel


class Say(BaseModel):
    """Say something aloud to somebody who is here."""

    to: str
    words: str


class Whisper(BaseModel):
    """Say something that only one person hears."""

    to: str
    words: str


class Observe(BaseModel):
    """Look closely at a person, a thing or the place."""

    what: str


class Move(BaseModel):
    """Go to another place."""

    place: str


class Wait(BaseModel):
    """Do nothing for now."""


class Remember(BaseModel):
    """Keep something in memory for later."""

    text: str


class Recall(BaseModel):
    """Search one's own memory."""

    query: str


class Think(BaseModel):
    """Think about a question in silence."""

    question: str


class Give(BaseModel):
    """Give a thing to somebody who is here."""

    thing: str
    to: str


class Read(BaseModel):
    """Read a letter, a book or a sign."""

    thing: str


ACTIONS: list[type[BaseModel]] = [Say, Whisper, Observe, Move, Wait, Remember, Recall, Think, Give, Read]
