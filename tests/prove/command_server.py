"""A process that is started once in an environment and forks for every command line, so that imports are paid once.

Its standard output is that of the environment (full, closed, a broken pipe, another encoding), and each fork ends as a
program does: what happens when the interpreter ends happens in it. Command lines come, and pids and exit codes go,
through two pipes of their own.
"""

import json
import os
import sys
from collections.abc import Sequence


def main(requests: int, answers: int) -> None:
    """Fork for each command line until there are no more."""
    _load()
    with os.fdopen(requests, encoding="utf-8") as lines:
        for line in lines:
            asked = json.loads(line)
            if not (child := os.fork()):
                os.close(answers)
                _be_the_command(asked["words"], asked["printed"], asked["complained"])
                return
            _answer(answers, child)
            _answer(answers, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _load() -> None:
    """Import what commands import when they are called."""
    import agentsensus.kernel
    import agentsensus.knowledge
    import agentsensus.playing
    import agentsensus.report
    import agentsensus.screenplay
    import agentsensus.sediment
    import agentsensus.study  # noqa: F401


def _answer(answers: int, number: int) -> None:
    os.write(answers, f"{number}\n".encode())


def _be_the_command(words: Sequence[str], printed: str | None, complained: str) -> None:
    """Run a command line as the program does; it ends in SystemExit."""
    for name, number in ((printed, 1), (complained, 2)):
        if name is not None:
            file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            if file != number:
                os.dup2(file, number)
                os.close(file)
    sys.argv = ["agentsensus", *words]
    from agentsensus.cli.main import main as command_line

    command_line()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
