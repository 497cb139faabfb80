"""Several requests read one run at the same time."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from agentsensus.base.loop import wait_for
from agentsensus.studio import feed as feed_module
from agentsensus.studio.app import Studio
from agentsensus.studio.feed import Feed
from agentsensus.studio.library import Library
from agentsensus.studio.reading import RunReader
from agentsensus.worlds.events.event import AnyEvent, read_event
from agentsensus.worlds.run_folder.folder import RunFolder


def test_a_feed_read_by_several_threads_has_every_round_once(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = RunFolder(made / "runs" / "gull-1")
    alone = Feed(folder)
    alone.read(8)

    def slowly(line: bytes) -> AnyEvent:
        time.sleep(0)  # another thread may go on here
        return read_event(line)

    monkeypatch.setattr(feed_module, "read_event", slowly)
    for _ in range(5):
        together, start = Feed(folder), threading.Barrier(4)

        def read(feed: Feed = together, start: threading.Barrier = start) -> list[dict[str, Any]]:
            start.wait()
            feed.read(8)
            return feed.after(-1)

        with ThreadPoolExecutor(4) as threads:
            for reading in [threads.submit(read) for _ in range(4)]:
                assert reading.result() == alone.rounds


def test_a_panel_is_answered_though_a_round_is_committed_meanwhile(made: Path) -> None:
    reader = RunReader(RunFolder(made / "runs" / "gull-1"))
    expected = reader.panel("growth")

    class RenewedOnce:
        """A lock after whose first release another thread drops the cached answers."""

        def __init__(self, lock: Any) -> None:
            self._lock, self._is_done = lock, False

        def __enter__(self) -> None:
            self._lock.acquire()

        def __exit__(self, *_: object) -> None:
            self._lock.release()
            if not self._is_done:
                self._is_done = True
                reader.renew()

    reader._lock = RenewedOnce(reader._lock)  # type: ignore[assignment]
    assert reader.panel("growth") == expected
    reader.renew()


def test_a_run_may_be_edited_while_its_feed_is_opened(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = Studio(Library(made))
    committed = RunReader.committed

    def edited_meanwhile(reader: RunReader) -> int:
        studio.forget("runs/gull-1")
        return committed(reader)

    monkeypatch.setattr(RunReader, "committed", edited_meanwhile)
    assert wait_for(studio.feed("runs/gull-1")).last == 8
