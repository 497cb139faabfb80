"""Reports to the depositor, «Ann told me that …»: the content becomes the statement, and Ann its source."""

from collections.abc import Callable, Sequence

from agentsensus.language.languages import language, rules_of
from agentsensus.language.pronouns import Speech, is_unresolved, named_opening, resolve
from agentsensus.language.rules import Report
from agentsensus.memory.inputs import Via
from agentsensus.memory.write.cut.voices import Company

__all__ = ["Opened", "opened_report"]


class Opened:
    """A report, split into its contents, their source, and a further statement."""

    def __init__(self, contents: Sequence[str], via: Via, beside: str = "") -> None:
        self.contents = tuple(contents)
        self.via = via
        self.beside = beside
        """A further statement of the sentence: the telling itself if it is a deed, or an earlier deed of the teller."""


def opened_report(
    sentence: str, company: Company, antecedent: tuple[str, ...], persons: Callable[[str], Sequence[str]]
) -> Opened | None:
    """Return the contents that a sentence reports to the depositor, with their source.

    Returns None if the sentence reports nothing, if another agent is the hearer, or if the depositor is the teller.
    """
    rules = rules_of(language(sentence))
    report = rules.reporting.report_in(sentence, tuple(persons(sentence)))
    if report is None or not _is_to_depositor(report, company):
        return None
    teller = _teller(report, company, antecedent)
    if not teller:
        return None
    speech = Speech(company.depositor, company.others, ())
    contents: list[str] = []
    for content in report.contents:
        named = tuple(name for told in contents for name in persons(told) if name not in (teller, company.depositor))
        contents.append(_content(content, report, teller, company, named or antecedent, persons))
    if not all(contents):
        return None
    telling = resolve(report.frame, Speech(company.depositor, company.others, antecedent), persons)
    via = Via(kind=report.way, source=company.source(teller), place=company.place(report.frame), telling=telling)
    is_deed = report.is_deed or any(rules.reporting.is_promise(content, teller) for content in contents)
    beside = resolve(sentence, speech, persons) if is_deed else resolve(report.before, speech, persons)
    return Opened([content for content in contents if content], via, _closed(beside, rules.writing.full_stop))


def _is_to_depositor(report: Report, company: Company) -> bool:
    """Return whether the report was made to the depositor: named as hearer, or no hearer is named and another agent
    tells.
    """
    if company.includes_depositor(report.teller):
        return False
    if report.is_quoted and not report.hearer:
        return False  # quoted words stay unchanged, unless they were said to the depositor
    return not report.hearer or company.includes_depositor(report.hearer) or report.way == "overheard"


def _teller(report: Report, company: Company, antecedent: tuple[str, ...]) -> str:
    """Return the name of the teller; "" if only an ambiguous pronoun is given."""
    reporting = rules_of(language(report.frame)).reporting
    capital = report.teller[:1].upper() + report.teller[1:]
    if not (pronoun := reporting.opening_third.fullmatch(capital)):
        speech = Speech(company.depositor, company.others, ())
        return resolve(report.teller, speech, lambda _: (report.teller,))
    if len(antecedent) == 1 and reporting.may_mean(pronoun.group(), antecedent[0]):
        return antecedent[0]
    return ""


def _content(
    content: str,
    report: Report,
    teller: str,
    company: Company,
    antecedent: tuple[str, ...],
    persons: Callable[[str], Sequence[str]],
) -> str:
    """Return the reported content with names in place of its pronouns; "" if a pronoun's person is not certain."""
    rules = rules_of(language(content))
    if report.is_quoted:
        own = rules.pronouns.name_speaker(content, teller)
        text = rules.pronouns.name_hearer(own, company.depositor)
    else:
        text = resolve(content, Speech(company.depositor, company.others, ()), persons)
    opening = rules.reporting.opening_third.match(text)
    is_clear = set(antecedent) <= {teller, company.depositor} or not antecedent
    if opening and is_clear and rules.reporting.may_mean(opening.group(), teller):
        text = named_opening(text, teller)
    elif opening and len(set(antecedent)) == 1 and rules.reporting.may_mean(opening.group(), antecedent[0]):
        text = named_opening(text, antecedent[0])
    if is_unresolved(text, company.names) or rules.talk.dangles(text[:1].upper() + text[1:]):
        return ""
    return text[:1].upper() + text[1:]


def _closed(text: str, full_stop: str) -> str:
    return text if not text or text[-1] in '.!?。！？…”"' else text + full_stop
