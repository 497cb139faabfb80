"""transcripts/ID.md: what each character lived through, written whole from the log whenever a sitting ends."""

from agentsensus.files import replace_text
from agentsensus.run_folder.folder import RunFolder
from agentsensus.study import Played
from agentsensus.telling import transcripts
from agentsensus.world.lookup import acting

__all__ = ["transcript_of", "write_transcripts"]


def write_transcripts(folder: RunFolder, played: Played) -> None:
    """Write what every character lived through."""
    where = folder.path / "transcripts"
    where.mkdir(exist_ok=True)
    for agent, text in transcripts(played.scenario, played.events).items():
        replace_text(where / f"{agent}.md", text)


async def transcript_of(folder: RunFolder, name: str) -> tuple[str, str]:
    """Who is called that, and what it lived through; a run that is being played can be asked too."""
    scenario = folder.scenario()
    agent = acting(scenario, name, "has no transcript")
    return agent, transcripts(scenario, await folder.events())[agent]
