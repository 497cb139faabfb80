"""The consensus design: what merges, what is linked, how it is recalled, and how often a model is asked."""

import asyncio
from collections.abc import Iterator

import pytest

from agentsensus import AsyncMemory, DepositInput, Memory, ModelAtomizer, ModelJudge, Settings, Via
from agentsensus.errors import InputError, UnknownName
from agentsensus.testing import FailingModel, InstantModel, MalformedModel, ScriptedModel, SlowModel
from tests.memory.company import TEXTS, new_memory

GHOST, GHOST_TOO = "The ghost walked the battlements at midnight.", "At midnight the ghost walked upon the battlements."


@pytest.fixture(scope="module")
def elsinore() -> Iterator[Memory]:
    """Three witnesses, one ghost, the default embedder."""
    memory = Memory.open(names={"hamlet": ["Hamlet", "the prince"]}, judge="rule")
    memory.remember("marcellus", f"{GHOST} Bernardo dropped his lantern.", at=1)
    memory.remember("bernardo", GHOST_TOO, at=2, via=Via.told("marcellus", "m1"), metadata={"mood": "afraid"})
    memory.remember("horatio", "Horatio doubted the tale of the watch.", at=2)
    yield memory
    memory.close()


def test_two_witnesses_of_one_event_own_one_record(elsinore: Memory) -> None:
    shared = [record for record in elsinore.records() if len(record.owners) > 1]
    assert [record.owners for record in shared] == [("bernardo", "marcellus")]
    assert [w.text for w in shared[0].wordings] == [GHOST, GHOST_TOO]


def test_each_is_shown_its_own_wording(elsinore: Memory) -> None:
    assert elsinore.recall("marcellus", "the ghost", k=1).hits[0].text == GHOST
    assert elsinore.recall("bernardo", "the ghost", k=1).hits[0].text == GHOST_TOO


def test_statements_of_one_deposit_are_linked_and_told_apart_from_hits(elsinore: Memory) -> None:
    answer = elsinore.recall("marcellus", "what walked at midnight?", k=1)
    assert [hit.text for hit in answer.hits] == [GHOST]
    assert [(hit.text, hit.link) for hit in answer.linked] == [("Bernardo dropped his lantern.", "deposit")]
    assert answer.text().splitlines() == [f"- {GHOST}", "- Bernardo dropped his lantern."]


def test_a_co_owner_does_not_inherit_links_into_what_it_does_not_own(elsinore: Memory) -> None:
    assert elsinore.recall("bernardo", "the ghost").linked == ()


def test_who_knows_tells_since_when_how_and_from_whom(elsinore: Memory) -> None:
    first, second = (k for k in elsinore.who_knows("the ghost walked", k=1))
    assert (first.agent, first.since, first.via, first.source, first.text) == ("marcellus", 1, "witnessed", "", GHOST)
    assert (second.agent, second.since, second.via, second.source) == ("bernardo", 2, "told", "marcellus")
    assert [k.agent for k in elsinore.who_knows("the ghost walked", at=1, k=1)] == ["marcellus"]
    assert elsinore.who_knows("the ghost walked", agent="horatio", k=1) == []


def test_metadata_belongs_to_the_witness_and_where_filters_before_ranking(elsinore: Memory) -> None:
    assert elsinore.recall("bernardo", "ghost", where={"mood": "afraid"}).hits[0].metadata == {"mood": "afraid"}
    assert elsinore.recall("bernardo", "ghost", where={"mood": "glad"}).hits == ()
    assert elsinore.recall("marcellus", "ghost", where={"mood": "afraid"}).hits == ()
    assert elsinore.recall("bernardo", "ghost", where=lambda mine: "mood" in mine).hits
    assert not elsinore.recall("marcellus", "ghost", k=1).hits[0].metadata


def test_history_holds_both_texts_the_score_and_the_verdict(elsinore: Memory) -> None:
    record = elsinore.who_knows("the ghost walked", k=1)[0].record
    judged = [change for change in elsinore.history(record) if change.kind == "judged"]
    best = judged[-1].detail["candidates"][0]
    assert judged[-1].text == GHOST_TOO
    assert (best["text"], best["relation"], best["vetoes"]) == (GHOST, "same", [])
    assert best["cosine"] >= 0.72


@pytest.mark.parametrize(
    ("a", "b", "veto"),
    [
        ("Hamlet stabbed Polonius in the closet.", "Laertes stabbed Polonius in the closet.", "different persons"),
        ("Hamlet wounded Laertes with the foil.", "Laertes wounded Hamlet with the foil.", "parts exchanged"),
        ("Claudius sent twelve ships to England.", "Claudius sent 20 ships to England.", "different numbers"),
        ("Ophelia sang at dawn for Gertrude.", "Ophelia sang at night for Gertrude.", "different times"),
        ("Hamlet met Ophelia in the lobby.", "Hamlet met Ophelia in the garden.", "different places"),
        ("Hamlet killed Claudius.", "Hamlet did not kill Claudius.", "done against not done"),
        ("Hamlet killed Claudius.", "Hamlet plans to kill Claudius.", "planned against done"),
        ("Hamlet killed Claudius.", "Did Hamlet kill Claudius?", "asked against stated"),
        ("Hamlet killed Claudius.", "Horatio reported that Hamlet killed Claudius.", "told against happened"),
        ("关羽在白马斩了颜良。", "关羽在白马斩了文丑。", "different persons"),
        ("曹操杀了吕布。", "吕布杀了曹操。", "parts exchanged"),
        ("刘备带三千兵马进城。", "刘备带5000兵马进城。", "different numbers"),
        ("张飞清晨出了徐州城。", "张飞半夜出了徐州城。", "different times"),
        ("黛玉在潇湘馆写诗。", "黛玉在稻香村写诗。", "different places"),
        ("刘备接受了徐州。", "刘备没有接受徐州。", "done against not done"),
        ("诸葛亮借来了东风。", "诸葛亮打算借东风。", "planned against done"),
        ("诸葛亮借来了东风。", "诸葛亮借来了东风吗？", "asked against stated"),
        ("黄盖投降了曹操。", "探子报告黄盖投降了曹操。", "told against happened"),
    ],
)
def test_a_veto_stands_above_any_likeness(elsinore: Memory, a: str, b: str, veto: str) -> None:
    for first, second in ((a, b), (b, a)):
        verdict = elsinore.why(first, second)
        assert not verdict.merges
        assert any(veto in str(reason) for reason in verdict.vetoes), verdict


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Hamlet killed Polonius behind the arras.", "Polonius was killed by Hamlet behind the arras."),
        ("The prince sent Ophelia twelve letters.", "Hamlet sent Ophelia 12 letters."),
        ("关羽斩了华雄。", "华雄被关羽斩杀。"),
        ("曹操领三十万大军南下。", "曹操率30万大军南下。"),
    ],
)
def test_the_same_event_in_other_words_merges(elsinore: Memory, a: str, b: str) -> None:
    assert elsinore.why(a, b).merges, elsinore.why(a, b)


def test_a_conflict_is_kept_beside_and_linked() -> None:
    memory = new_memory()
    first = memory.remember("marcellus", TEXTS[3]).ids[0]
    memory.remember("marcellus", TEXTS[4])
    assert [(hit.text, hit.link) for hit in memory.links("marcellus", first)] == [(TEXTS[4], "conflicts_with")]


def test_a_plan_is_not_its_doing_even_through_a_third_wording() -> None:
    memory = Memory.open(embedder="hashing", judge=ModelJudge(InstantModel(same=lambda new, known: True)))
    memory.remember("a", "Hamlet killed Claudius with the cup.")
    memory.remember("b", "Hamlet plans to kill Claudius with the cup.")
    assert len(memory.records()) == 2, "a model's «same» is checked by the vetoes"


def test_under_paper_a_models_word_is_taken() -> None:
    memory = Memory.open(embedder="hashing", settings="paper", judge=ModelJudge(InstantModel(lambda new, known: True)))
    memory.remember("a", "Hamlet killed Claudius with the cup.")
    receipt = memory.remember("b", "Hamlet plans to kill Claudius with the cup.")
    (statement,) = receipt.statements
    assert statement.owners == ("a", "b")
    assert statement.record == memory.records()[0].id
    assert memory.recall("b", "Claudius").hits[0].text == "Hamlet killed Claudius with the cup."


def test_five_atoms_with_candidates_cost_two_calls() -> None:
    model = InstantModel()
    memory = Memory.open(embedder="hashing", judge=ModelJudge(model), atomizer=ModelAtomizer(model))
    text = " ".join(f"Osric carried letter {n} to the gate." for n in range(5))
    memory.remember("osric", text)
    before = model.calls
    receipt = memory.remember("osric", text.replace("carried", "brought"))
    assert len(receipt.statements) == 5
    assert receipt.calls == model.calls - before == 2


def test_paper_asks_once_a_statement() -> None:
    model = InstantModel()
    memory = Memory.open(embedder="hashing", settings="paper", judge=ModelJudge(model))
    memory.remember("osric", " ".join(f"Osric carried the letter number {n} to the gate." for n in range(5)))
    before = model.calls
    memory.remember("osric", " ".join(f"Osric brought the letter number {n} to the gate." for n in range(5)))
    assert model.calls - before == 5


def test_all_calls_of_a_phase_are_made_at_once() -> None:
    model = SlowModel(0.05)
    settings = {"cut_call": "needed"}
    memory = Memory.open(embedder="hashing", settings=settings, judge=ModelJudge(model), atomizer=ModelAtomizer(model))
    memory.remember_many([(f"a{n}", f"Agent {n} sang. Agent {n} danced.") for n in range(20)])
    assert model.most_at_once == 20


def test_all_deposits_of_a_write_are_cut_in_one_call_and_judged_in_another() -> None:
    model = InstantModel()
    memory = Memory.open(embedder="hashing", judge=ModelJudge(model), atomizer=ModelAtomizer(model))
    memory.remember_many([(f"a{n}", f"Osric carried letter {n} to the gate. Osric left.") for n in range(20)], at=1)
    model.calls = 0
    receipts = memory.remember_many(
        [(f"b{n}", f"Osric brought letter {n} to the gate. Osric went away.") for n in range(20)], at=2
    )
    assert model.calls == 2
    assert sum(receipt.calls for receipt in receipts) == 2
    assert [len(receipt.statements) for receipt in receipts] == [2] * 20


@pytest.mark.parametrize("model", [FailingModel(), MalformedModel(), ScriptedModel(['{"answers": []}'])])
def test_an_unusable_judge_is_asked_three_times_then_rules_decide(
    model: FailingModel | ScriptedModel,
) -> None:
    memory = Memory.open(embedder="hashing", judge=ModelJudge(model))
    memory.remember("a", TEXTS[0])
    record = memory.remember("b", TEXTS[1]).ids[0]
    assert model.calls == 3
    assert memory.get(record).owners == ("a", "b")
    note = next(c.detail["note"] for c in memory.history(record) if c.kind == "judged")
    assert "decided by learned" in note


def test_an_unusable_atomizer_leaves_the_cutting_to_the_rule() -> None:
    memory = Memory.open(embedder="hashing", atomizer=ModelAtomizer(MalformedModel()))
    receipt = memory.remember("a", TEXTS[6])
    assert len(receipt.statements) == 2
    assert "cut by rule" in receipt.note


def test_concurrent_deposits_of_one_event_become_one_record() -> None:
    async def all_at_once() -> list[tuple[str, ...]]:
        model = SlowModel(0.02, same=lambda new, known: True)
        memory = AsyncMemory.open(embedder="hashing", judge=ModelJudge(model))
        await asyncio.gather(*(memory.remember(f"w{n}", TEXTS[n % 3]) for n in range(12)))
        return [record.owners for record in await memory.records()]

    (owners,) = asyncio.run(all_at_once())
    assert len(owners) == 12


def test_simultaneous_witnesses_in_one_batch_merge() -> None:
    memory = new_memory()
    memory.remember_many([DepositInput("b", TEXTS[1]), DepositInput("a", TEXTS[0]), DepositInput("c", TEXTS[2])])
    (record,) = memory.records()
    assert record.owners == ("a", "b", "c")
    assert [w.agent for w in record.wordings] == ["a", "b", "c"]


def test_forgetting_touches_one_owner_and_what_nobody_owns_is_gone() -> None:
    memory = new_memory()
    first = memory.remember("a", TEXTS[0], at=1).ids[0]
    second = memory.remember("b", TEXTS[1], at=1).ids[0]
    memory.forget("a", first, at=2)
    assert memory.recall("a", TEXTS[0]).hits == ()
    assert memory.recall("b", TEXTS[0]).hits[0].text == TEXTS[1]
    memory.forget("b", second, at=3)
    assert memory.records() == []
    assert memory.stats().total == 0
    memory.remember("c", TEXTS[0], at=4)
    assert [record.owners for record in memory.records()] == [("c",)]
    assert memory.as_of(1).records()[0].owners == ("a", "b")


def test_a_revision_does_not_merge_with_what_it_replaces() -> None:
    memory = new_memory()
    first = memory.remember("a", TEXTS[0], at=1).ids[0]
    memory.remember("b", TEXTS[0], at=1)
    memory.revise("a", first, TEXTS[1], at=2)
    assert sorted((r.text, r.owners) for r in memory.records()) == sorted([(TEXTS[0], ("b",)), (TEXTS[1], ("a",))])


def test_links_are_each_agents_own() -> None:
    memory = new_memory()
    mine = [memory.remember("a", text).ids[0] for text in (TEXTS[0], TEXTS[3])]
    theirs = [memory.remember("b", text).ids[0] for text in (TEXTS[0], TEXTS[3])]
    memory.link("a", mine[0], [mine[1]])
    assert [hit.id for hit in memory.links("a", mine[0])] == [mine[1]]
    assert memory.links("b", theirs[0]) == []
    memory.unlink("a", mine[0], [mine[1]])
    assert memory.links("a", mine[0]) == []
    memory.link("a", mine[0], [mine[1]])
    assert [hit.link for hit in memory.links("a", mine[0])] == ["agent"]


def test_unlinking_a_deposits_link_leaves_it_to_others() -> None:
    memory = new_memory()
    mine, theirs = memory.remember("a", TEXTS[6]).ids, memory.remember("b", TEXTS[6]).ids
    memory.unlink("a", mine[0])
    assert memory.links("a", mine[0]) == []
    assert [hit.id for hit in memory.links("b", theirs[0])] == [theirs[1]]


@pytest.mark.parametrize(("expansion", "linked"), [("append", 30), ("ranked", 9), ("off", 0)])
def test_expansion_is_appended_ranked_or_off(expansion: str, linked: int) -> None:
    memory = new_memory(settings={"expansion": expansion, "expansion_tokens": 10_000})
    memory.remember_event(["a"], [f"Osric counted {n} swans." for n in range(100, 131)])
    answer = memory.recall("a", "Osric counted 100 swans.", k=1)
    assert (len(answer.hits), len(answer.linked)) == (1, linked)
    scores = [hit.score for hit in answer.linked]
    assert expansion == "append" or scores == sorted(scores, reverse=True)


def test_a_token_limit_cuts_the_tail() -> None:
    memory = new_memory()
    memory.remember_event(["a"], [f"Osric counted {n} swans." for n in range(100, 131)])
    assert len(memory.recall("a", "swans", max_tokens=25)) < len(memory.recall("a", "swans"))
    assert len(memory.recall("a", "swans", max_tokens=1)) == 0


def test_an_event_is_owned_by_all_its_witnesses_and_counts_as_sediment() -> None:
    memory = new_memory()
    memory.remember_event(["hamlet", "elsinore"], TEXTS[0], via="sediment")
    memory.remember("horatio", TEXTS[1], at=1)
    stats = memory.stats()
    assert (stats.history, stats.since, stats.merges["cross_history"]) == (1, 0, 1)
    assert memory.records()[0].owners == ("elsinore", "hamlet", "horatio")


def test_statistics_count_what_happened() -> None:
    memory = new_memory()
    memory.remember("a", TEXTS[6])
    memory.remember("a", TEXTS[7])
    memory.remember("b", TEXTS[7])
    stats = memory.stats()
    assert (stats.total, stats.since, stats.shared, stats.linked) == (2, 2, 1, 2)
    assert (stats.shared_pct, stats.linked_pct, stats.max_owners) == (50.0, 100.0, 2)
    assert stats.merges == {"self_since": 1, "self_history": 0, "cross_since": 1, "cross_history": 0}


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("shorter", "Osric fetched the letter."),
        ("longer", "Claudius ordered Osric to fetch the letter from Elsinore with 3 men."),
        ("role-preserving", "Claudius ordered Osric to fetch the letter from Elsinore with 3 men."),
    ],
)
def test_the_text_rule_decides_what_the_author_sees(rule: str, shown: str) -> None:
    memory = Memory.open(
        embedder="hashing",
        settings=Settings(text_rule=rule, verify="none", floor=0.0),
        judge=ModelJudge(InstantModel(lambda new, known: True)),
    )
    memory.remember("a", "Osric fetched the letter.")
    memory.remember("b", "Claudius ordered Osric to fetch the letter from Elsinore with 3 men.")
    assert memory.records()[0].text == shown
    assert len(memory.records()[0].wordings) == 2


def test_two_wordings_that_each_name_something_are_shown_together() -> None:
    memory = Memory.open(
        embedder="hashing", settings={"verify": "none", "floor": 0}, judge=ModelJudge(InstantModel(lambda a, b: True))
    )
    memory.remember("a", "Osric fetched the letter with Hamlet.")
    memory.remember("b", "Osric fetched the letter for Gertrude.")
    assert memory.records()[0].text == "Osric fetched the letter with Hamlet. Osric fetched the letter for Gertrude."


def test_presets_differ_in_settings_only() -> None:
    ours, paper = Settings.preset("ours").model_dump(), Settings.preset("paper").model_dump()
    assert {name: paper[name] for name in ours if ours[name] != paper[name]} == {
        "reports": "whole",
        "statements": "all",
        "recall": "dense",
        "cut_call": "deposit",
        "floor": 0.70,
        "recent_k": 0,
        "conflicts": "off",
        "equal_text": "judged",
        "search": "shown",
        "judge_call": "statement",
        "judge_answer": "match",
        "writes": "deposit",
        "verify": "none",
        "same_deposit": "all",
        "text_rule": "shorter",
        "wording": "record",
        "receipts": "open",
        "expansion": "append",
    }
    with pytest.raises(UnknownName, match="did you mean 'top_k'"):
        Settings().with_(topk=3)
    with pytest.raises(InputError, match="expansion"):
        Settings().with_(expansion="sideways")


def test_candidates_of_the_last_rounds_are_not_crowded_out() -> None:
    memory = Memory.open(embedder="hashing", settings={"top_k": 1, "recent_rounds": 1})
    memory.remember("a", "Osric counted 100 swans by the old mill in Elsinore.", at=1)
    memory.remember("b", "Ophelia counted 90 swans by the new mill in Elsinore.", at=5)
    record = memory.remember("c", "Osric counted 101 swans by the old mill in Elsinore.", at=5).ids[0]
    judged = next(c for c in memory.history(record) if c.kind == "judged")
    assert len(judged.detail["candidates"]) == 2


def test_a_listener_hears_every_commit_until_it_stops() -> None:
    memory, heard = new_memory(), []
    stop = memory.subscribe(lambda commit: heard.append((commit.at, [d.agent for d in commit.deposits])))
    memory.remember_many([("b", TEXTS[0]), ("a", TEXTS[3])], at=3)
    stop()
    memory.remember("c", TEXTS[4])
    assert heard == [(3, ["a", "b"])]


def test_an_agent_is_a_capability() -> None:
    memory = new_memory()
    horatio = memory.agent("horatio")
    record = horatio.remember(TEXTS[0]).ids[0]
    horatio.revise(record, TEXTS[3])
    assert [hit.text for hit in horatio.recall("trunks").hits] == [TEXTS[3]]
    assert not hasattr(horatio, "who_knows")
    assert [change.who for change in horatio.history(horatio.recall("trunks").hits[0].id)] == ["horatio"]


def test_a_verdict_near_the_operating_point_is_marked_for_review() -> None:
    memory = new_memory(settings={"review_band": 0.2}, judge="rule")
    memory.remember("a", TEXTS[3], at=1)
    memory.remember("b", "Laertes sailed from Elsinore to France with three trunks.", at=2)
    cosine = memory.why(TEXTS[3], "Laertes sailed from Elsinore to France with three trunks.").cosine
    (close,) = memory.close_calls()
    assert (close.other_text, close.score, close.threshold) == (TEXTS[3], cosine, 0.7)
    # Vectors of shared wording never merge anything, however near.
    assert cosine >= 0.7
    assert not close.together
    assert memory.as_of(1).close_calls() == []
    sure = new_memory(settings={"review_band": 0}, judge="rule")
    sure.remember("a", TEXTS[3])
    sure.remember("b", "Laertes sailed from Elsinore to France with three trunks.")
    assert sure.close_calls() == []


def test_an_agents_receipt_does_not_tell_by_its_cost_what_others_know() -> None:
    def memory() -> Memory:
        model = InstantModel()
        return Memory.open(embedder="hashing", judge=ModelJudge(model), atomizer=ModelAtomizer(model))

    alone, together = memory(), memory()
    together.remember("bernardo", TEXTS[0])
    assert together.remember("marcellus", TEXTS[1]).calls > 0
    assert together.agent("horatio").remember(TEXTS[2]) == alone.agent("horatio").remember(TEXTS[2])


def test_a_second_look_must_say_the_same_the_other_way_round() -> None:
    def one_sided(new: str, known: str) -> bool:
        return new.startswith("Osric")

    for second_look, records in ((False, 1), (True, 2)):
        model = InstantModel(one_sided)
        memory = Memory.open(
            embedder="hashing", judge=ModelJudge(model), settings={"second_look": second_look, "floor": 0.0}
        )
        memory.remember("a", "The messenger brought a sealed letter.")
        receipt = memory.remember("b", "Osric came with some paper.")
        assert len(memory.records()) == records
        assert receipt.calls == (2 if second_look else 1)


@pytest.mark.parametrize(
    ("known", "new", "records"),
    [
        ("Hamlet gave Ophelia a ring.", "Ophelia was given a ring by Hamlet.", {"none": 1, "code": 1, "judge": 1}),
        ("Hamlet watched Ophelia.", "Hamlet mocked Ophelia.", {"none": 1, "code": 1, "judge": 2}),
        ("Hamlet met Ophelia.", "Hamlet did not meet Ophelia.", {"none": 1, "code": 2, "judge": 2}),
    ],
)
def test_a_models_word_is_trusted_or_checked_by_vetoes_or_doubted_by_the_offline_judge_too(
    known: str, new: str, records: dict[str, int]
) -> None:
    found = {}
    for verify in records:
        judge = ModelJudge(InstantModel(lambda new, known: True))
        with Memory.open(settings={"verify": verify, "floor": 0}, judge=judge) as memory:
            memory.remember("a", known)
            memory.remember("b", new)
            found[verify] = memory.stats().total
            assert memory.why(known, new).merges == (found[verify] == 1)
    assert found == records


def test_a_doubt_says_how_unlikely_the_offline_judge_finds_it() -> None:
    judge = ModelJudge(InstantModel(lambda new, known: True))
    with Memory.open(settings={"verify": "judge", "floor": 0}, judge=judge) as memory:
        memory.remember("a", "Hamlet watched Ophelia.")
        receipt = memory.remember("b", "Hamlet mocked Ophelia.")
        (judged,) = (one for one in memory.history(memory.records()[-1].id) if one.kind == "judged")
    assert receipt.calls == 1, "a doubt is no call of a model"
    assert "unlikely for the offline judge" in str(judged.detail)
