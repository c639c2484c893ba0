"""The network: a hard-attention processor over discrete states (paper, Section 3)."""

from dnar.network.checkpoint import (
    class_name,
    load_network,
    load_networks,
    load_tensors,
    save_network,
    save_networks,
    save_tensors,
    tasks_in,
)
from dnar.network.extract import Extraction, extract, extracted
from dnar.network.gates import gate_logits, opened
from dnar.network.network import LabelOutput, Network, Outputs, processor_sizes
from dnar.network.processor import LocalTables, MessageForm, Processor, ProcessorSizes
from dnar.network.readout import outputs_of, readouts_of
from dnar.network.rollout import NetworkStepper, configuration, roll_out
from dnar.network.sharing import shared_networks
from dnar.network.signature import Candidate, Signature, signature_of
from dnar.network.step import Configuration, StepResult, Wiring, arc_scores, network_step
from dnar.network.threads import one_thread

__all__ = [
    "Candidate",
    "Configuration",
    "Extraction",
    "LabelOutput",
    "LocalTables",
    "MessageForm",
    "Network",
    "NetworkStepper",
    "Outputs",
    "Processor",
    "ProcessorSizes",
    "Signature",
    "StepResult",
    "Wiring",
    "arc_scores",
    "class_name",
    "configuration",
    "extract",
    "extracted",
    "gate_logits",
    "load_network",
    "load_networks",
    "load_tensors",
    "network_step",
    "one_thread",
    "opened",
    "outputs_of",
    "processor_sizes",
    "readouts_of",
    "roll_out",
    "save_network",
    "save_networks",
    "save_tensors",
    "shared_networks",
    "signature_of",
    "tasks_in",
]
