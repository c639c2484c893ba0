"""How the fairly trained baselines are shown."""

from paper.experiment import Parts


def page(found: Parts) -> list[str]:
    return []
