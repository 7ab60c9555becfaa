"""`grader bench sandbox`: what isolation costs on this host, beside its rivals in the same run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from grader import packs
from grader.cli.configure import read_settings
from grader.cli.ending import told
from grader.cli.engine import need_engine
from grader.judge.bench import Figures, measure
from sandbox.outside import build

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Measure, and print ratios.")


@app.callback()
def _group() -> None:
    """Keep `sandbox` a sub-command: more benchmarks are to come."""


@app.command()
def sandbox(
    pack_dir: Annotated[
        Path | None,
        typer.Argument(help="The pack to grade; left out: the bundled one with most cases."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Gradings of each kind, one at a time.")] = 40,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Grade a pack's own solution in our containers, bare, and with `docker run --rm`."""
    with told():
        need_engine()
        build.build_image(say=_note)
        chosen = [pack_dir] if pack_dir else packs.bundled_folders()
        known = [packs.parse(packs.read_folder(folder)) for folder in chosen]
        pack = max(known, key=lambda pack: len(pack.cases))
        figures = measure(pack, read_settings(), rounds=rounds, say=_note)
    typer.echo(json.dumps(figures.as_json(), indent=2) if as_json else _as_text(figures))


def _note(line: str) -> None:
    typer.echo(f"measuring: {line}", err=True)


def _as_text(figures: Figures) -> str:
    f = figures
    return "\n".join(
        [
            f"{f.cases} cases and {f.generated} generated inputs;"
            " medians of one at a time, in milliseconds",
            f"  clean {f.clean_ms:.1f}   fresh {f.fresh_ms:.1f}   "
            f"bare Python {f.bare_ms:.1f}   docker run {f.docker_ms:.1f}",
            f"  clean / bare {f.clean_vs_bare:.2f}   fresh / bare {f.fresh_vs_bare:.2f}",
            f"  without the generated inputs {f.named_ms:.1f}   with / without "
            f"{f.generated_vs_named:.2f}",
            "gradings per second of two at once",
            f"  clean {f.clean_per_second:.1f}   without the generated inputs "
            f"{f.named_per_second:.1f}   fresh {f.fresh_per_second:.1f}   "
            f"docker run {f.docker_per_second:.1f}",
            f"  clean / docker {f.clean_vs_docker_throughput:.1f}   "
            f"without the generated inputs {f.named_vs_docker_throughput:.1f}   "
            f"fresh / docker {f.fresh_vs_docker_throughput:.2f}",
            f"an idle container's memory: {f.idle_container_mib:.1f} MiB",
        ]
    )
