"""Run the trials of a comparison on a Ray cluster (extra `ray`).

The machines of a cluster need not share a disk: a trial is sent with the files that it reads, is run in a temporary
folder of a worker, and its folder is sent back. Ray repeats a trial whose worker was lost.
"""

import io
import os
import shutil
import sys
import tarfile
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.analysis.compare.pool import ProgressListener, TrialOutcome, TrialProgress, run_one, standing
from agentsensus.analysis.compare.reuse import UNFINISHED, TrialFailed
from agentsensus.analysis.compare.trial import Trial
from agentsensus.base.files import writing
from agentsensus.base.version import VERSION
from agentsensus.errors import InputError

__all__ = ["checked_cluster", "run_on_cluster"]

LOCAL = "ray"
_SCHEME = "ray://"
_RETRIES = 3
_LOOK = 0.25
_REPORT = 1.0


def checked_cluster(on: str) -> str:
    """Return the name of a cluster: `ray` or `ray://HOST:PORT`. Raises InputError for another one or without Ray."""
    if on != LOCAL and not (on.startswith(_SCHEME) and len(on) > len(_SCHEME)):
        raise InputError(f"--on is {on!r}: write ray (this machine, or the cluster of RAY_ADDRESS) or ray://HOST:PORT")
    _ray()
    return on


def run_on_cluster(
    trials: Sequence[Trial], on: str, jobs: int | None, progress: ProgressListener
) -> list[TrialOutcome]:
    """Run every trial on the cluster `on`, at most `jobs` at once, and return the outcomes in order.

    Files and outcomes are those of a local run. A failing trial does not affect the others.
    """
    ray = _ray()
    outcomes: list[TrialOutcome | None] = [_done(trial) for trial in trials]
    waiting = [place for place, outcome in enumerate(outcomes) if outcome is None]
    with _connected(ray, on, jobs):
        board = ray.remote(num_cpus=0)(_Board).remote()
        task = ray.remote(num_cpus=1, max_retries=_RETRIES)(_run_there)
        under_way: dict[Any, int] = {}
        while waiting or under_way:
            while waiting and (jobs is None or len(under_way) < jobs):
                place = waiting.pop(0)
                sent = _Sent(trials[place], _packed(trials[place].world, trials[place].inputs()), VERSION)
                under_way[task.remote(sent, place, board)] = place
            ready, _ = ray.wait(list(under_way), timeout=_LOOK)
            for answer in ready:
                place = under_way.pop(answer)
                outcomes[place] = _taken_back(ray, trials[place], answer)
            reached: dict[int, int] = ray.get(board.reached.remote())
            progress([_standing(trial, outcomes[place], reached.get(place, 0)) for place, trial in enumerate(trials)])
    return [outcome for outcome in outcomes if outcome is not None]


@dataclass(frozen=True, slots=True)
class _Sent:
    """A trial with the files that it reads, and the version that sends it."""

    trial: Trial
    files: bytes
    version: str


class _Board:
    """An actor that knows how many rounds each trial has reached."""

    def __init__(self) -> None:
        self._reached: dict[int, int] = {}

    def note(self, place: int, reached: int) -> None:
        self._reached[place] = reached

    def reached(self) -> dict[int, int]:
        return self._reached


def _run_there(sent: _Sent, place: int, board: Any) -> tuple[TrialOutcome, bytes]:
    """Run a trial on a worker. Returns its outcome and the files of its folder."""
    if sent.version != VERSION:
        return TrialFailed(f"the cluster has agentsensus {VERSION}, this machine {sent.version}: install the same"), b""
    with tempfile.TemporaryDirectory(prefix="agentsensus-") as temporary:
        root = Path(temporary)
        _unpack(sent.files, root)
        trial = sent.trial.moved(root)
        ended = threading.Event()
        reporter = threading.Thread(target=_report, args=(trial, place, board, ended), name="progress", daemon=True)
        reporter.start()
        outcome = run_one(trial)
        ended.set()
        reporter.join()
        if isinstance(outcome, TrialFailed):
            outcome = TrialFailed(outcome.error.replace(str(root), str(sent.trial.world)))
        return outcome, _packed(root, [trial.path])


def _report(trial: Trial, place: int, board: Any, ended: threading.Event) -> None:
    while not ended.wait(_REPORT):
        board.note.remote(place, trial.reached())


def _done(trial: Trial) -> TrialOutcome | None:
    """Return the outcome of a trial that is finished or can be copied; None if it has to run."""
    try:
        return trial.done()
    except Exception as error:  # noqa: BLE001  # the trial's border, as in `run_one`
        return TrialFailed.of(error)


def _taken_back(ray: Any, trial: Trial, answer: Any) -> TrialOutcome:
    """Write the files of a trial that has ended into its folder and return its outcome."""
    try:
        outcome, files = ray.get(answer)
    except ray.exceptions.RayError as error:
        cause = " ".join(str(error).split())[:200]
        return TrialFailed(f"the cluster lost its worker {_RETRIES + 1} times ({type(error).__name__}: {cause})")
    if files:
        draft = trial.world / UNFINISHED
        with writing(trial.path):
            _unpack(files, draft)
            shutil.rmtree(trial.path, ignore_errors=True)
            (draft / trial.path.name).rename(trial.path)
            draft.rmdir()
    result: TrialOutcome = outcome
    if not isinstance(result, TrialFailed) and trial.identity is not None:
        trial.identity.keep(trial.path)
    return result


def _standing(trial: Trial, outcome: TrialOutcome | None, reached: int) -> TrialProgress:
    if outcome is None:
        return TrialProgress(trial.name, reached, trial.rounds)
    return standing(trial, outcome)


def _packed(root: Path, paths: Sequence[Path]) -> bytes:
    """Return files and folders under `root` as an archive. Paths that do not exist are left out."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path in paths:
            if path.exists():
                archive.add(path, str(path.relative_to(root)))
    return buffer.getvalue()


def _unpack(files: bytes, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(files)) as archive:
        archive.extractall(folder, filter="data")


@contextmanager
def _connected(ray: Any, on: str, jobs: int | None) -> Iterator[None]:
    """Connect to a cluster, or start one on this machine. It ends with the block if it was started here."""
    address = os.environ.get("RAY_ADDRESS") or "local" if on == LOCAL else on
    options: dict[str, Any] = {"num_cpus": jobs, "include_dashboard": False} if address == "local" else {}
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would send usage statistics to its makers
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR", **options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise InputError(f"--on {on}: cannot connect to the cluster ({' '.join(str(error).split())[:200]})") from None
    try:
        # Ray reports lost workers on stdout, where `compare --json` prints its result.
        with redirect_stdout(sys.stderr):
            yield
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise InputError("--on ray needs Ray; pip install 'agentsensus[ray]'") from None
    return ray
