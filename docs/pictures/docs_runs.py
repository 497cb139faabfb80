"""The runs behind the pictures of the docs: players, 40 rounds, seed 1, one run per world."""

from pathlib import Path

from agentsensus import play


def run_of(world: str, folder: Path) -> Path:
    """The run that `make results` played into the folder, or one named like the world; it is played if missing."""
    of_results = folder / f"{world}-designs" / "consensus-1"
    if (of_results / "measured.json").is_file():
        return of_results
    if not (folder / world).is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        play(world, 40, seed=1, out=folder / world).close()
    return folder / world
