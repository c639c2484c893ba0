"""Sharing: one processor for several tasks (paper, Section 4.5).

Tasks keep their own encoders and decoders. The processor is as large as the most demanding of
them needs; a task with fewer heads, gates or comparisons leaves the others unused.
"""

from collections.abc import Sequence

from dnar.machine import Task
from dnar.network.network import Network, processor_sizes
from dnar.network.processor import MessageForm, Processor
from dnar.network.readout import outputs_of
from dnar.network.signature import signature_of


def shared_networks(
    tasks: Sequence[Task],
    *,
    hidden: int = 64,
    form: MessageForm = MessageForm.RICH,
    kind: type[Processor] = Processor,
) -> list[Network]:
    """Fresh networks of these tasks around one and the same processor."""
    signatures = [signature_of(task.program) for task in tasks]
    processor = kind(processor_sizes(signatures, hidden), form)
    return [
        Network(signature, outputs_of(task), processor=processor)
        for signature, task in zip(signatures, tasks, strict=True)
    ]
