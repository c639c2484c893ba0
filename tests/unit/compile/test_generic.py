"""The generic kernel: every program on every instance, step by step as the interpreter."""

from dataclasses import replace

import numpy as np
import pytest

from dnar import memory
from dnar.compile import GenericExecutor, UnsupportedError, compile_generic, generic
from dnar.errors import InputError
from dnar.graph import Graph, load_graph
from dnar.machine import (
    NOTHING,
    ArcCase,
    ArcClass,
    Comparison,
    Entry,
    Execution,
    GivenRows,
    Head,
    Instance,
    InstanceEnding,
    Labels,
    Multiplicity,
    NodeCase,
    NodeKind,
    Op,
    Place,
    PointerOrder,
    Prefer,
    Problem,
    Program,
    Role,
    Scalar,
    Start,
    apply,
    execute,
    inc,
    keep,
    linked,
    pull,
    push,
    take,
)
from dnar.tasks import get_task
from tests.random_programs import random_instance, random_program

SELF = Role("self", "self", Multiplicity.SELF)
LINK = Role("link", "link", Multiplicity.ANY)
UP = Role("up", "down", Multiplicity.AT_MOST_ONE, NodeKind.REAL)
DOWN = Role("down", "up", Multiplicity.ANY, NodeKind.HELPER)


def instance_of(
    nodes: int,
    edges: list[tuple[int, int]],
    *,
    up: list[tuple[int, int]] | None = None,
    states: list[int] | None = None,
    node_scalars: dict[str, list[float]] | None = None,
    arc_scalars: list[str] | None = None,
    streams: dict[str, list[list[float]]] | None = None,
) -> Instance:
    """Nodes with self-loops and links, parallel ones too; who is above others is a helper."""
    receivers, senders = zip(*edges, strict=True) if edges else ((), ())
    below, above = zip(*up, strict=True) if up else ((), ())
    links = linked(
        (SELF, LINK, UP, DOWN),
        (SELF, list(range(nodes)), list(range(nodes))),
        (LINK, list(receivers), list(senders)),
        (UP, list(below), list(above)),
    )
    kind = np.zeros(nodes, dtype=np.uint8)
    kind[list(above)] = NodeKind.HELPER
    arcs = len(links.receiver)
    return Instance(
        labels=range(int((kind == NodeKind.REAL).sum())),
        node_kind=kind,
        node_state=np.array(states or [0] * nodes, dtype=np.uint16),
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=np.zeros(arcs, dtype=np.uint16),
        roles=links.roles,
        node_scalars={name: np.array(each) for name, each in (node_scalars or {}).items()},
        arc_scalars={name: np.arange(arcs) % 3 / 2 for name in arc_scalars or []},
        streams={name: GivenRows(np.array(rows)) for name, rows in (streams or {}).items()},
    )


def check_same(program: Program, instance: Instance, max_steps: int = 30) -> Execution:
    """Runs interpreter and kernel; every step must change the same."""
    executor = compile_generic(program)
    wanted = execute(program, instance, max_steps=max_steps, record=True)
    made = executor.execute(instance, max_steps=max_steps, record=True)
    assert (made.steps, made.halted) == (wanted.steps, wanted.halted)
    assert made.trajectory == wanted.trajectory
    assert made.final == wanted.final
    assert executor.execute(instance, max_steps=max_steps).final == wanted.final
    return made


@pytest.fixture(autouse=True)
def built_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many programs, each run for an instant."""
    monkeypatch.setenv("CFLAGS", "-O0")


@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_random_programs_on_random_instances() -> None:
    """Several scalars, streams and comparisons, all gates, helper nodes, parallel arcs."""
    steps = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        program = random_program(rng)
        for _ in range(4):
            steps += check_same(program, random_instance(rng, program), 10).steps
    assert steps > 300


@pytest.mark.parametrize("seed", range(4))
def test_a_full_sweep_finds_nothing_more(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1000 + seed)
    program = random_program(rng)
    instance = random_instance(rng, program)
    made = compile_generic(program).execute(instance, max_steps=10, record=True)
    monkeypatch.setenv("CFLAGS", "-O0 -DFULL_SWEEP")
    swept = compile_generic(program).execute(instance, max_steps=10, record=True)
    assert (swept.steps, swept.trajectory) == (made.steps, made.trajectory)


def test_comparisons_are_read_as_signs() -> None:
    """Nodes count up to their own number; arcs note which end has the larger one."""
    program = Program(
        "count",
        ("COUNTING", "DONE"),
        ("NEW", "LESS", "EQUAL", "MORE"),
        scalars=(
            Scalar("count", Place.NODE, Start.ZERO),
            Scalar("goal", Place.NODE, Start.INPUT),
            Scalar("mine", Place.ARC, Start.ZERO),
            Scalar("theirs", Place.ARC, Start.ZERO),
        ),
        comparisons=(Comparison("left", "count", "goal"), Comparison("ends", "mine", "theirs")),
        node_cases=(NodeCase(0, 1, (), (frozenset({0, 1}),)),),
        arc_cases=tuple(
            ArcCase(0, sign + 2, frozenset({1}), frozenset({1}), signs=(frozenset({sign}),))
            for sign in (-1, 0, 1)
        ),
        ops=(
            Op("count", (inc((0,)), keep((0, 1)))),
            Op("mine", (take("count", (0, 1)),)),
            Op("theirs", (push("count", (0, 1)),)),
        ),
    )
    instance = instance_of(
        3,
        [(0, 1), (1, 2), (0, 2), (0, 2)],
        node_scalars={"count": [0.0] * 3, "goal": [2.0, 5.0, 2.0]},
        arc_scalars=["mine", "theirs"],
    )
    made = check_same(program, instance)
    assert made.halted
    assert made.final.scalars["count"].tolist() == [3.0, 6.0, 3.0]
    between = dict(
        zip(
            zip(instance.receiver.tolist(), instance.sender.tolist(), strict=True),
            made.final.arc_state.tolist(),
            strict=True,
        )
    )
    assert (between[0, 1], between[0, 2], between[1, 0]) == (1, 2, 3)


def test_values_are_pulled_taken_and_multiplied() -> None:
    """Each node pulls the largest number around it, and keeps its product with its own."""
    program = Program(
        "pulls",
        ("ON",),
        ("A",),
        heads=(Head("most", key="value", prefer=Prefer.LARGEST), Head("arc", key="length")),
        scalars=(
            Scalar("value", Place.NODE, Start.INPUT),
            Scalar("found", Place.NODE, Start.ZERO),
            Scalar("product", Place.NODE, Start.ZERO),
            Scalar("length", Place.ARC, Start.INPUT),
            Scalar("taken", Place.ARC, Start.ZERO),
        ),
        orders={(0, 0): (Entry(0, 0),), (1, 0): (Entry(0, 0),)},
        ops=(
            Op("found", (pull("value", (0,), head="most"), pull("length", (0,), head="arc"))),
            Op("product", (apply("product", ("value", "found"), (0,)),)),
            Op("taken", (take("found", (0,)), apply("negative", ("length",), (0,)))),
        ),
    )
    instance = instance_of(
        4,
        [(0, 1), (1, 2), (2, 3), (2, 3)],
        node_scalars={"value": [1.0, 7.0, 3.0, 5.0], "found": [0.0] * 4, "product": [0.0] * 4},
        arc_scalars=["length", "taken"],
    )
    made = check_same(program, instance)
    assert made.halted
    assert (made.final.scalars["found"] >= [7.0, 7.0, 7.0, 5.0]).all()


def test_streams_of_several_periods() -> None:
    """One is compared by a head, the other pushed to arcs and pulled back."""
    program = Program(
        "streams",
        ("WAITING", "CHOSEN"),
        ("A",),
        heads=(Head("low", key="fast"),),
        scalars=(
            Scalar("slow", Place.NODE, Start.STREAM, 3),
            Scalar("fast", Place.NODE, Start.STREAM, 2),
            Scalar("sum", Place.NODE, Start.ZERO),
            Scalar("sent", Place.ARC, Start.ZERO),
        ),
        comparisons=(Comparison("which", "slow", "fast"),),
        orders={(0, 0): (Entry(0, 0),), (0, 1): (Entry(1, 0), Entry(0, 0))},
        node_cases=(
            NodeCase(0, 1, (frozenset({ArcClass(0, 0)}),), (frozenset({1}),)),
            NodeCase(1, 0, (frozenset({NOTHING, ArcClass(0, 0)}),), (None,)),
        ),
        ops=(
            Op("sum", (keep((0, 1)), push("sent", (0,)), pull("fast", (1,), head="low"))),
            Op("sent", (push("slow", (0,)),)),
        ),
    )
    instance = instance_of(
        3,
        [(0, 1), (1, 2)],
        node_scalars={"sum": [0.0] * 3},
        arc_scalars=["sent"],
        streams={
            "slow": [[1.0, 5.0, 2.0], [0.0, 0.5, 7.0]],
            "fast": [[3.0, 3.0, 1.0], [4.0, 0.0, 1.0]],
        },
    )
    for steps in range(12):
        check_same(program, instance, steps)


def test_helpers_parallel_arcs_and_rivals_that_are_not_best() -> None:
    """A helper hears a second one, not the best, of those below it; it matters which."""
    program = Program(
        "second",
        ("BELOW", "ABOVE", "TOLD"),
        ("OPEN", "HEARD"),
        heads=(Head("second", key="length"), Head("last", prefer=Prefer.LARGEST)),
        scalars=(Scalar("length", Place.ARC, Start.INPUT),),
        orders={
            (0, 1): (Entry(0, 1, best=False), Entry(0, 0, best=False), Entry(0, 0)),
            (1, 0): (Entry(1, 0), Entry(0, 0, best=False)),
        },
        node_cases=(
            NodeCase(0, 2, (None, frozenset({ArcClass(1, 0)}))),
            NodeCase(1, 2, (frozenset({NOTHING}), None)),
        ),
        arc_cases=(
            ArcCase(0, 1, heard=(True, None), heard_back=(None, None)),
            ArcCase(0, 1, heard=(None, None), heard_back=(None, True)),
        ),
    )
    instance = instance_of(
        6,
        [(0, 1), (0, 1), (1, 0), (2, 3)],
        up=[(0, 4), (1, 4), (2, 4), (3, 5)],
        states=[0, 0, 0, 0, 1, 1],
        arc_scalars=["length"],
    )
    made = check_same(program, instance)
    assert made.final.arc_state.any()
    machine = compile_generic(program).started(instance)
    machine.run(30)
    wanted = InstanceEnding(instance, execute(program, instance, max_steps=30).final)
    order = PointerOrder(((1, 1), (0, 0)))
    assert machine.ending().pointed(order).tolist() == wanted.pointed(order).tolist()
    assert machine.ending().of_kind(NodeKind.HELPER).tolist() == [4, 5]


def test_three_hundred_states() -> None:
    """Nodes go through all states, one after the other, and arcs follow them."""
    states = 300
    some = frozenset(range(0, states, 3))
    program = Program(
        "long",
        tuple(f"N{at}" for at in range(states)),
        tuple(f"A{at}" for at in range(states)),
        heads=(Head("any"),),
        orders={(0, at): (Entry(at, at), Entry(at - 1, at)) for at in range(1, states)},
        node_cases=tuple(
            NodeCase(at, at + 1, (frozenset({NOTHING, ArcClass(at, at)}),))
            for at in range(states - 1)
        ),
        arc_cases=(
            *(ArcCase(at, at + 1, some, None, some, (None,), (None,)) for at in range(200)),
            *(ArcCase(at, at + 1, None, None, None, (False,), (None,)) for at in range(299)),
        ),
        readouts={"which": Labels(Place.NODE, tuple(range(states)))},
    )
    made = check_same(program, instance_of(3, [(0, 1), (1, 2)], states=[0, 1, 250]), 400)
    assert made.final.node_state.max() > 255
    assert made.final.arc_state.max() > 255


def test_keys_that_are_not_numbers_come_last() -> None:
    program = Program(
        "nan",
        ("A", "B"),
        ("FREE", "HEARD"),
        heads=(Head("low", key="value"), Head("high", key="value", prefer=Prefer.LARGEST)),
        scalars=(Scalar("value", Place.NODE, Start.INPUT),),
        orders={(0, 0): (Entry(0, 0),), (1, 0): (Entry(0, 0),)},
        arc_cases=(
            ArcCase(0, 1, heard=(True, None), heard_back=(None, None)),
            ArcCase(0, 1, heard=(None, True), heard_back=(None, None)),
        ),
    )
    for values in ([np.nan, 1.0, 2.0], [np.nan, np.nan, 1.0], [-0.0, 0.0, np.inf]):
        instance = instance_of(3, [(0, 1), (1, 2), (0, 2)], node_scalars={"value": values})
        wanted = execute(program, instance, max_steps=3).final
        made = compile_generic(program).execute(instance, max_steps=3).final
        assert made.arc_state.tolist() == wanted.arc_state.tolist()


def bfs() -> GenericExecutor:
    return compile_generic(get_task("bfs").program)


def test_runs_that_come_back_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    task, graph = get_task("mis"), load_graph("er:30", seed=4)
    found = []
    for work in (generic.WORK, 1):
        monkeypatch.setattr(generic, "WORK", work)
        machine = compile_generic(task.program).started(task.set_up(Problem(graph)))
        assert machine.run(2**70), "a limit beyond 64 bits is none"
        found.append((machine.steps, machine.snapshot()))
        machine.start()
        assert not machine.run(2)
        machine.start()
        assert machine.run(1_000)
        found.append((machine.steps, machine.snapshot()))
    assert all(each == found[0] for each in found)


def test_setups_are_laid_out() -> None:
    task, graph = get_task("dijkstra"), load_graph("er:12", seed=1).with_weight(1.5)
    problem = Problem(graph, 0)
    wanted = execute(task.program, task.encode(problem), record=True)
    made = compile_generic(task.program).execute(task.set_up(problem), record=True)
    assert made.trajectory == wanted.trajectory


def test_too_little_memory_and_too_many_arcs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The graphs are fakes: their edges are one number that says how many it is."""
    task = get_task("bfs")
    for edges, said in ((2**29, r"needs about \d+\.\d GiB"), (2**31, "at most 2,147,483,647")):
        node = np.broadcast_to(np.int32(0), (edges,))
        small = task.set_up(Problem(load_graph("path:2"), 0))
        setup = replace(small, graph=Graph._trusted(range(2), node, node, None, directed=False))
        monkeypatch.setattr(memory, "available_memory", lambda: 2**30)
        with pytest.raises(InputError, match=said):
            bfs().started(setup)


def test_a_run_takes_the_memory_that_is_checked() -> None:
    task, graph = get_task("dijkstra"), load_graph("er:100", seed=1, random_weights=True)
    machine = compile_generic(task.program).started(task.set_up(Problem(graph, 0)))
    assert machine.run(10**6)
    size = machine.instance.node_count, machine.instance.arc_count
    assert machine.nbytes == machine._library.dnar_need(*size)


def test_what_does_not_fit_the_program() -> None:
    with pytest.raises(InputError, match="node states are numbers from 0 to 2, got 7"):
        bfs().started(instance_of(2, [(0, 1)], states=[0, 7]))
    task = get_task("dijkstra")
    with pytest.raises(InputError, match="needs 2 numbers, got shape None"):
        compile_generic(task.program).started(instance_of(2, [(0, 1)]))


def test_more_heads_than_bits() -> None:
    program = Program("heads", ("A",), ("A",), heads=tuple(Head(f"h{at}") for at in range(65)))
    with pytest.raises(UnsupportedError, match="more than 64 heads"):
        compile_generic(program)
