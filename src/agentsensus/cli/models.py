"""The commands `models list`, `models check` and `models prices`."""

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json

app = typer.Typer(help="List, check and price language models.", no_args_is_help=True)


@app.command("list")
def list_(as_json: bool = JSON_OPTION) -> None:
    """List the providers with an example id, and whether a key was found. Keys are never shown."""
    from agentsensus.models.providers.table import SERVICES
    from agentsensus.models.secrets import OWN_KEY, find_key

    state = {
        service.name: "none needed" if not service.needs_key else "found" if find_key(service.keys) else "missing"
        for service in SERVICES.values()
    }
    if as_json:
        keys = ("name", "keys", "extra", "host", "example")
        services = [{key: getattr(service, key) for key in keys} for service in SERVICES.values()]
        print_json([service | {"key": state[str(service["name"])]} for service in services])
        return
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for title in ("provider", "example", "extra", "key from", "key"):
        table.add_column(title, overflow="fold")
    for service in SERVICES.values():
        table.add_row(service.name, service.example, service.extra, " or ".join(service.keys), state[service.name])
    table.add_row("any other", "openai:NAME@http://HOST:PORT/v1", "models", OWN_KEY, "if it needs one")
    Console().print(table)


@app.command("check")
def check(
    model: str = typer.Option(..., help="Model id: openai:gpt-4o-mini, openai:NAME@http://HOST:PORT/v1, …"),
    as_json: bool = JSON_OPTION,
) -> None:
    """Ask a model a short typed question in English and Chinese, and report whether it works."""
    from agentsensus.base.loop import wait_for
    from agentsensus.models.providers.check import check_model

    report = wait_for(check_model(model))
    if as_json:
        print_json(report)
        return
    typer.echo(f"{report.model} works: {report.calls} calls, {report.input} tokens in, {report.output} out")
    for language, answer in report.answers.items():
        typer.echo(f"{language}: {answer}")


@app.command("prices")
def prices(models: list[str] = typer.Argument(help="Model ids.")) -> None:
    """Print an editable price table of these models; set AGENTSENSUS_PRICES to the file to use it."""
    from agentsensus.models.prices import Prices

    typer.echo(Prices().as_toml(models))
