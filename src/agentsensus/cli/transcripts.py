"""`agentsensus transcript`: read what one character of a run lived through."""

from pathlib import Path

import typer

from agentsensus.cli.printing import JSON_OPTION, RUN, print_json
from agentsensus.stamping import stamped


def transcript(
    run_folder: Path | None = RUN,
    agent: str = typer.Option(..., help="Whose: an id, a name or an alias."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Print what one character of a run heard, did, said and remembered, round by round.

    Example: `agentsensus transcript runs/hamlet-1 --agent horatio`
    """
    from agentsensus.kernel import newest_run, transcript_of
    from agentsensus.loop import wait_for

    folder = newest_run(run_folder)
    whose, text = wait_for(transcript_of(folder, agent))
    if as_json:
        fields = {"run": str(folder.path), "agent": whose, "text": text}
        print_json(stamped(fields, folder.scenario().world.stamp))
    else:
        typer.echo(text, nl=False)
