"""Goals with intents, made by rule from open matters; what a rule cannot know, motives, is left to the author."""

from collections import defaultdict
from typing import Any

from agentsensus.sediment.account import Account
from agentsensus.sediment.casting import Selection
from agentsensus.sediment.matters.open import OpenMatter
from agentsensus.sediment.words import SedimentWords

__all__ = ["goals_by_rule"]

_MOST = 3


def goals_by_rule(
    account: Account, selection: Selection, matters: list[OpenMatter], ids: dict[int, str], words: SedimentWords
) -> dict[str, list[dict[str, Any]]]:
    """By character: goals as characters.yaml has them, the weightiest matter first, three at most."""
    goals: dict[str, list[dict[str, Any]]] = defaultdict(list)

    def want(id_: str, goal: dict[str, Any]) -> None:
        known = {value for entry in goals[id_] for value in (entry.get("intent"), entry["text"])}
        if len(goals[id_]) < _MOST and not {goal.get("intent"), goal["text"]} & known:
            goals[id_].append(goal)

    for matter in matters:
        for id_, goal in _goals(account, selection, matter, ids[matter.statement], words):
            want(id_, goal)
    for id_ in selection.active:
        for other, _ in account.closeness[id_].most_common(3):
            apart = other in selection.at and selection.at[other].place != selection.at[id_].place
            if apart and len(goals[id_]) < _MOST:
                text = words.phrase("goal.parted", whom=account.called(other))
                want(id_, {"text": text, "intent": f"meet {other}"})
                break
    return dict(goals)


def _goals(
    account: Account, selection: Selection, matter: OpenMatter, event: str, words: SedimentWords
) -> list[tuple[str, dict[str, Any]]]:
    name = account.called
    if matter.sort == "promise":
        text = words.phrase("goal.promise", whom=name(matter.whom[0]))
        return [(matter.who, {"text": text, "intent": f"meet {matter.whom[0]}"})]
    if matter.sort == "sought":
        text = words.phrase("goal.sought", whom=name(matter.whom[0]))
        return [(matter.who, {"text": text, "intent": f"meet {matter.whom[0]}"})]
    if matter.sort == "news":
        site = account.registry.entries[account.statements[matter.statement].place]
        place = site.in_a_sentence
        tell = words.phrase("goal.tell_news", whom=name(matter.whom[0]), place=place)
        learn = words.phrase("goal.learn_news", place=place)
        question = words.phrase("goal.news_question", place=place)
        return [
            (matter.who, {"text": tell, "intent": f"tell {event} to {matter.whom[0]}"}),
            *((id_, {"text": learn, "intent": f"learn {event}", "question": question}) for id_ in matter.whom),
        ]
    return _goals_of_a_death(account, matter, event, words)


def _goals_of_a_death(
    account: Account, matter: OpenMatter, event: str, words: SedimentWords
) -> list[tuple[str, dict[str, Any]]]:
    dead, nearest = account.called(matter.who), matter.whom[0]
    goals: list[tuple[str, dict[str, Any]]] = []
    for id_ in matter.knowing:
        if id_ == matter.doer:
            text = words.phrase("goal.keep_death", who=dead)
            goals.append((id_, {"text": text, "intent": f"keep {event} from {nearest}"}))
        else:
            text = words.phrase("goal.tell_death", who=dead, whom=account.called(nearest))
            goals.append((id_, {"text": text, "intent": f"tell {event} to {nearest}"}))
    question = words.phrase("goal.learn_question", who=dead)
    for id_ in matter.whom:
        text = words.phrase("goal.learn_death", who=dead)
        goals.append((id_, {"text": text, "intent": f"learn {event}", "question": question}))
    if matter.doer:
        text = words.phrase("goal.confront_death", who=dead, doer=account.called(matter.doer))
        goals.append((nearest, {"text": text, "intent": f"confront {matter.doer} about {event}"}))
    return goals
