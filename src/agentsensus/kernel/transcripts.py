"""transcripts/ID.md: what each character lived through, written whole from the log whenever a sitting ends."""

from agentsensus.errors import InputError, UnknownName
from agentsensus.events.log import read_log
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.run_folder.folder import RunFolder, replace_text
from agentsensus.telling import transcripts
from agentsensus.world.lookup import Lookup
from agentsensus.world.scenario import Scenario

__all__ = ["transcript_of", "write_transcripts"]


def write_transcripts(folder: RunFolder, scenario: Scenario, committed: int) -> None:
    """Write what every character lived through up to the last committed round."""
    where = folder.path / "transcripts"
    where.mkdir(exist_ok=True)
    for agent, text in transcripts(scenario, read_log(folder.log, committed)).items():
        replace_text(where / f"{agent}.md", text)


async def transcript_of(folder: RunFolder, name: str) -> tuple[str, str]:
    """Who is called that, and what it lived through; a run that is being played can be asked too."""
    run, scenario = folder.read(), folder.scenario()
    agent = scenario.find(name, "character")
    if agent is None:
        called = Lookup({id_: one.called for id_, one in scenario.characters.items()})
        raise UnknownName(f"no character of {run.world} is called {name!r}{called.hint(name)}")
    if agent not in scenario.active:
        raise InputError(f"{agent} is {scenario.characters[agent].archived} and has no transcript")
    memory = AsyncMemory.open(folder.memory, embedder=run.embedder or None, read_only=True)
    committed = memory.round
    await memory.close()
    return agent, transcripts(scenario, read_log(folder.log, committed))[agent]
