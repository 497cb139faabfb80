"""A process that forks for every command line, so that modules are imported only once.

Forks inherit the standard output of the environment (full, closed, a broken pipe, another encoding) and end like the
program, including interpreter shutdown. Command lines arrive, and process ids and exit codes leave, through two pipes.
"""

import json
import os
import sys
from collections.abc import Sequence


def main(requests: int, answers: int) -> None:
    """Fork for each command line until the pipe is closed."""
    _load()
    with os.fdopen(requests, encoding="utf-8") as lines:
        for line in lines:
            request = json.loads(line)
            if not (child := os.fork()):
                os.close(answers)
                _run_command(request["arguments"], request["stdout"], request["stderr"])
                return
            _answer(answers, child)
            _answer(answers, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _load() -> None:
    """Import what commands import lazily."""
    import agentsensus.analysis.knowledge
    import agentsensus.analysis.report
    import agentsensus.analysis.study
    import agentsensus.worlds.kernel
    import agentsensus.worlds.runs.playing
    import agentsensus.worlds.screenplay
    import agentsensus.worlds.sediment  # noqa: F401


def _answer(answers: int, number: int) -> None:
    os.write(answers, f"{number}\n".encode())


def _run_command(arguments: Sequence[str], stdout: str | None, stderr: str) -> None:
    """Run a command line as the program does. Raises SystemExit."""
    for name, number in ((stdout, 1), (stderr, 2)):
        if name is not None:
            file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            if file != number:
                os.dup2(file, number)
                os.close(file)
    sys.argv = ["agentsensus", *arguments]
    from agentsensus.cli.main import main as command_line

    command_line()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
