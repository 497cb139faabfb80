"""Three witnesses on the battlements, one shared memory: what each can recall, and what the author can ask.

Run it with `python examples/three_witnesses.py`.
"""

from agentsensus import Memory, Via

SCENE = (
    (
        1,
        "bernardo",
        None,
        "The late king's ghost walked the battlements at midnight. I called to it, but it would not speak.",
    ),
    (1, "marcellus", None, "At midnight the ghost of the late king was seen walking the battlements."),
    (2, "horatio", Via.told("marcellus"), "Marcellus told me that the late king's ghost walks at midnight."),
    (
        3,
        "horatio",
        None,
        "At midnight the late king's ghost was seen to walk along the battlements of Elsinore. I trembled.",
    ),
    (4, "francisco", None, "Francisco stood a quiet watch, and nothing stirred."),
)
QUESTION = "What walks the battlements at midnight?"


def main() -> None:
    """Play the scene and print who can recall what."""
    memory = Memory.open()
    for at, agent, via, text in SCENE:
        deposit = memory.remember(agent, text, at=at, via=via)
        print(f"round {at}  {agent} remembers:")
        for statement in deposit.statements:
            print(f"           {statement.text}")

    print(f"\nEach is asked: {QUESTION}")
    for agent in ("bernardo", "marcellus", "horatio", "francisco", "claudius"):
        answer = memory.recall(agent, QUESTION, k=1).text() or "- (nothing)"
        print(f"  {agent}\n    " + answer.replace("\n", "\n    "))

    print("\nThe author asks who knows of the ghost:")
    for one in memory.who_knows("the ghost walked the battlements", k=1):
        print(f"  {one.agent} since round {one.since} ({one.via}): {one.text}")
    print("and who knew after round 1:", ", ".join(k.agent for k in memory.who_knows("the ghost walked", at=1, k=1)))

    told = memory.why("The ghost walked at midnight.", "Marcellus said that the ghost walked at midnight.")
    print(f"\nWhy a report is kept apart from the event: it {told}.")
    stats = memory.stats()
    print(f"\n{stats.total} records, {stats.shared} of them shared; {stats.wordings} wordings, none lost.")


if __name__ == "__main__":
    main()
