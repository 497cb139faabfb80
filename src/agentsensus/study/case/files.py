"""A case study into a folder: five pictures and the figures."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.run_folder import replace_text
from agentsensus.stamping import stamped
from agentsensus.study.case.bars import relations_picture
from agentsensus.study.case.case import CaseStudy
from agentsensus.study.case.frame import CasePage
from agentsensus.study.case.graphs import affiliation_picture, interaction_picture
from agentsensus.study.case.heatmap import sharing_picture
from agentsensus.study.case.subset import five_of, subset_picture
from agentsensus.study.drawing import write_drawing
from agentsensus.world.scenario import Scenario

__all__ = ["CASE_PICTURES", "case_figures", "write_case"]

CASE_PICTURES = {
    "interaction": interaction_picture,
    "affiliation": affiliation_picture,
    "sharing": sharing_picture,
    "subset": subset_picture,
    "relations": relations_picture,
}


def case_figures(study: CaseStudy, scenario: Scenario) -> dict[str, Any]:
    """What a case study comes to, as JSON can hold it."""
    matter = study.matter
    figures = {
        "agents": len(matter.agents),
        "rows": len(matter.rows),
        "sim": len(matter.sim),
        "links": len(matter.links),
        "speaking_pairs": len(matter.spoken),
        "communities": dict(study.speaking),
        "parts": dict(study.owning),
        "parts_all": dict(study.owning_all),
        "clusters": len(set(study.clusters.values())),
        "five": five_of(matter),
        "agreement": asdict(study.agreement) if study.agreement else None,
        "agreement_all": asdict(study.agreement_all) if study.agreement_all else None,
        "relations": [asdict(relation) for relation in study.relations],
    }
    return stamped(figures, scenario.world.stamp)


def write_case(study: CaseStudy, scenario: Scenario, folder: Path, ending: str = ".svg") -> list[Path]:
    """Write the pictures and case.json into a folder that is made if it is not there; returns what was written."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: this is a file; name a folder")
    if not folder.parent.is_dir():
        raise InputError(f"{folder.parent}: there is no such folder to write into")
    folder.mkdir(exist_ok=True)
    page, written = CasePage(study, scenario), []
    for name, picture in CASE_PICTURES.items():
        where = folder / f"{name}{ending}"
        write_drawing(picture(page), where)
        written.append(where)
    figures = json.dumps(case_figures(study, scenario), ensure_ascii=False, indent=1)
    replace_text(folder / "case.json", figures + "\n")
    return [*written, folder / "case.json"]
