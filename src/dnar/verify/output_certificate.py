"""Certificates of equal outputs: the joint types of two programs, closed under steps."""

from typing import Any

from dnar.errors import InputError
from dnar.machine import CERTIFICATE_FORMAT, Task, digest, program_json
from dnar.verify.equivalence import OutputResult
from dnar.verify.verify import Verdict

KIND = "outputs"
"""Tells this certificate from one that states agree after every step."""

CLAIM = (
    "On every instance whose arcs are of the initial joint types at step zero, whatever its "
    "size, both programs come to rest, and their outputs at rest are equal."
)


def output_certificate(reference: Task, found: Task, result: OutputResult) -> dict[str, Any]:
    """The certificate that two programs have the same outputs.

    Raises:
        InputError: it was not proved.
    """
    from dnar.build_info import provenance  # noqa: PLC0415 (only for a new certificate)

    product = result.product
    if result.verdict is not Verdict.PROVED or product is None:
        raise InputError(
            f"only equal outputs get a certificate; the verdict is {result.verdict.value}"
        )
    programs = [program_json(each) for each in product.programs]
    body = {
        "format": CERTIFICATE_FORMAT,
        "kind": KIND,
        "claim": CLAIM,
        "task": found.name,
        "verdict": result.verdict.value,
        "origin": provenance(),
        "hashes": {"rules": digest(programs[0]), "program": digest(programs[1])},
        "rules": programs[0],
        "program": programs[1],
        "outputs": {name: int(each.kind) for name, each in reference.decoders.items()},
        "roles": [
            {
                "name": role.name,
                "reverse": role.reverse,
                "multiplicity": role.multiplicity.value,
                "receivers": None if role.receivers is None else int(role.receivers),
            }
            for role in product.roles
        ],
        "same_key": product.same_key,
        "initial": sorted(_plain(each) for each in result.initial),
        "kinds": sorted([list(node), sorted(kinds)] for node, kinds in product.kinds.items()),
        "types": sorted(_plain(each) for each in product.types),
        "obligations": result.obligations,
    }
    return {**body, "digest": digest(body)}


def _plain(each: tuple) -> list[Any]:
    return [list(part) if isinstance(part, tuple) else part for part in each]
