"""English: which of two facing parts each party has: «Ada Finch is the plaintiff and Rudd Homes the defendant»."""

import re

__all__ = ["offices"]

_PAIRS = """plaintiff,claimant/defendant,respondent landlord,landlady,lessor/tenant,lessee,renter
buyer,purchaser/seller,vendor lender,creditor/borrower,debtor
teacher,supervisor,mentor,tutor/student,pupil,mentee,apprentice
manager,boss,superior,supervisor/subordinate,report,deputy employer/employee predecessor/successor winner/loser
sender/recipient,receiver,addressee host/guest parent/subsidiary master/servant,apprentice"""
_OFFICE = {
    word: words.split(",")[0] for pair in _PAIRS.split() for words in pair.split("/") for word in words.split(",")
}
_WORDS = "|".join(sorted(_OFFICE, key=len, reverse=True))
_NAME = r"[A-Z][\w.&’-]*(?: [A-Z][\w.&’-]*)*"
_IS = r"(?:is|was|remains|became)"
_FORMS = (
    re.compile(
        rf"(?P<name>{_NAME})(?: {_IS}| as|,)? (?:the|an?|her|his|its|{_NAME}['’]s?) (?:\w+ )?(?P<office>{_WORDS})\b"
    ),
    re.compile(rf"\b(?P<office>{_WORDS})(?: (?!and\b|is\b|was\b)[\w’'-]+){{0,6}} {_IS} (?P<name>{_NAME})"),
    re.compile(rf"\b(?:the|an?) (?P<office>{_WORDS}) (?P<name>{_NAME})"),
)


def offices(text: str) -> dict[str, str]:
    """Who has which part, by the part's name; empty where a text names none."""
    return {_OFFICE[match["office"]]: match["name"] for form in _FORMS for match in form.finditer(text)}
