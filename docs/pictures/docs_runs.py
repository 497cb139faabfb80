"""The run of each world that pictures of the docs are made of: players, 40 rounds, seed 1."""

from pathlib import Path

from agentsensus import play


def run_of(world: str, folder: Path) -> Path:
    """The run that `make results` has played into the folder, or one called like the world; it is played if missing."""
    of_results = folder / f"{world}-designs" / "consensus-1"
    if (of_results / "measured.json").is_file():
        return of_results
    if not (folder / world).is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        play(world, 40, seed=1, out=folder / world).close()
    return folder / world
