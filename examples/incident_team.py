"""Three agents of a support team and one shared memory: an ordinary day at work.

Run it with `python examples/incident_team.py`; it needs no key and no network.
"""

from agentsensus import Memory

MORNING = (
    (1, "ana", "The payment service was down on Monday morning. Customer Contoso was charged twice."),
    (2, "ben", "On Monday morning the payment service was down."),
    (3, "cleo", "Contoso's contract ends on 31 March."),
)


def main() -> None:
    """Let them remember, ask what each knows, and share one thing."""
    with Memory.open() as memory:
        for turn, agent, text in MORNING:
            memory.remember(agent, text, at=turn, metadata={"area": "billing" if agent != "cleo" else "sales"})
        print("ana's prompt gets:")
        print(memory.recall("ana", "what happened to the payment service?", max_tokens=60).text())
        knowers = memory.who_knows("payment service outage", k=1)
        print("who knows of the outage:", ", ".join(knower.agent for knower in knowers))
        print("who knows the price of tea:", memory.who_knows("price of tea in Antarctica") or "nobody")

        contract = memory.recall("cleo", "when does the contract end?")[0]
        memory.agent("cleo").grant(contract.id, "ana")
        lent = memory.recall("ana", "Contoso contract", k=1)[0]
        print(f"ana may read what {lent.shared_by} shares: {lent.text}")
        hits = memory.search("Contoso was charged", where={"area": {"$in": ["billing", "sales"]}}, min_score=0.3)
        print("the application finds:", "; ".join(f"{hit.text} ({', '.join(hit.owners)})" for hit in hits))


if __name__ == "__main__":
    main()
