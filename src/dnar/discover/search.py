"""The search: a solver proposes programs, checking answers with counterexamples.

Smallest state counts come first. Within one choice of counts the description length is bounded;
a program that solves every checked problem is shortened until the solver proves that nothing
shorter fits the examples.
"""

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dnar.discover.checking import Asked, Checker
from dnar.discover.encoding import Clause, Encoding, Given
from dnar.discover.problem_json import asked_from_json, asked_json
from dnar.discover.sketch import Prior, Sketch, StateCounts
from dnar.discover.tables import Found, Tables
from dnar.discover.unrolling import Example
from dnar.errors import InputError

SOLVER = "cadical195"

FIRST_BOUND = 12
"""The description length that is allowed first."""

MOST_COST = 60
"""Description lengths above this are not told apart."""

SLICE = 5000
"""Conflicts after which the solver comes back to look at the time."""

PATIENCE = 25.0
"""CPU seconds after which, by default, a search without a program starts anew, with other
examples and other variables. Run times are heavy-tailed: another start often finds a program at
once."""

MORE_PATIENCE = 1.2
"""By how much the patience grows with every new start."""

FIRST_EXAMPLES = ((2, 3), (3, 3))
"""(nodes, how many): the examples that the search begins with."""


@dataclass(frozen=True)
class Settings:
    """How to search."""

    seed: int = 0
    """Decides the first examples, their order, and the order of the variables."""
    first_bound: int = FIRST_BOUND
    priors: frozenset[Prior] | None = None
    """None: those of the sketch."""
    ladder: tuple[StateCounts, ...] | None = None
    """The state counts that are tried; None: those of the sketch."""
    shortening: float | None = None
    """CPU seconds after which a program that was not shortened is kept; None: no limit."""
    given: Given | None = None
    """Parts of the program that are told; None: none."""
    patience: float = PATIENCE
    """CPU seconds after which a search without a program starts anew."""

    def priors_for(self, sketch: Sketch) -> frozenset[Prior]:
        """The priors that hold."""
        return sketch.priors if self.priors is None else self.priors

    def ladder_for(self, sketch: Sketch) -> tuple[StateCounts, ...]:
        """The state counts that are tried."""
        return sketch.ladder if self.ladder is None else self.ladder


@dataclass
class State:
    """How far a search has come; enough to go on from."""

    asked: list[Asked] = field(default_factory=list)
    """The examples so far: of the state counts that are tried now."""
    excluded: list[dict[str, Any]] = field(default_factory=list)
    """State counts for which no program fits, with the examples that show it."""
    best: Tables | None = None
    smallest: bool = False
    """Whether the solver proved that nothing shorter fits the examples."""
    proposals: int = 0
    refuted: int = 0
    """Programs that fitted the examples and failed elsewhere."""
    restarts: int = 0
    seconds: float = 0.0
    """CPU time."""
    first_seconds: float | None = None
    """CPU time until a program solved every checked problem."""

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "examples": [asked_json(each) for each in self.asked],
            "excluded": self.excluded,
            "best": None if self.best is None else self.best.to_json(),
            "smallest": self.smallest,
            "proposals": self.proposals,
            "refuted": self.refuted,
            "restarts": self.restarts,
            "seconds": round(self.seconds, 3),
            "first_seconds": None
            if self.first_seconds is None
            else round(self.first_seconds, 3),
        }

    @classmethod
    def from_json(cls, value: Any) -> "State":
        """What `to_json` gave.

        Raises:
            InputError: it is not that.
        """
        try:
            best = value["best"]
            return cls(
                [asked_from_json(each) for each in value["examples"]],
                list(value["excluded"]),
                None if best is None else Tables.from_json(best),
                bool(value["smallest"]),
                int(value["proposals"]),
                int(value["refuted"]),
                int(value["restarts"]),
                float(value["seconds"]),
                value["first_seconds"],
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"damaged state of a search: {error!r}") from error


@dataclass(frozen=True)
class Progress:
    """Where a search stands, told after every answer of the solver."""

    counts: StateCounts
    bound: int | None
    examples: int
    cost: int | None
    """Of the best program so far."""
    what: str


Watch = Callable[[Progress, State], bool | None]
"""Called after every answer; True ends the search with what it has."""


class Search:
    """One search from one seed."""

    def __init__(
        self,
        sketch: Sketch,
        settings: Settings,
        checker: Checker,
        *,
        state: State | None = None,
        watch: Watch | None = None,
        over: Callable[[], bool] | None = None,
    ) -> None:
        """Prepares a search.

        Args:
            sketch: What is told.
            settings: How to search.
            checker: The problems that programs are compared on.
            state: Where to go on from.
            watch: Called after every answer.
            over: Whether the time is over; asked while the solver is at work, too.
        """
        self.sketch, self.settings, self.checker = sketch, settings, checker
        self.state = State() if state is None else state
        self.watch, self.over = watch, over
        self._rng = np.random.default_rng(settings.seed)
        self._stopped = False
        self._patience = settings.patience
        self._waiting_since = self._shortened_at = time.process_time()

    def run(self) -> State:
        """Climbs the ladder of state counts until a program is found and shortened."""
        done = {tuple(each["counts"]) for each in self.state.excluded}
        for counts in self.settings.ladder_for(self.sketch):
            if tuple(counts) in done or self._stopped:
                continue
            if self.state.best is not None and self.state.best.counts != counts:
                continue
            with self._clock():
                self._climb(counts)
            if self.state.best is not None:
                break
        return self.state

    @contextmanager
    def _clock(self) -> Iterator[None]:
        self._before, self._began = self.state.seconds, time.process_time()
        try:
            yield
        finally:
            self._tick()

    def _tick(self) -> None:
        self.state.seconds = self._before + time.process_time() - self._began

    def _climb(self, counts: StateCounts) -> None:
        """Finds and shortens a program with so many states, if there is one."""
        if not self.state.asked:
            self.state.asked = self._first_examples()
        bound: int | None = self.settings.first_bound
        for attempt in itertools.count():
            try:
                self._attempt(counts, bound, attempt)
                return
            except UndecidedError:
                self._tick()
                if self._stopped:
                    return
                if self.state.best is None and self.sketch.expected is not None:
                    self.state.asked = self._first_examples()
                self.state.restarts += 1
                self._tell(counts, bound, "undecided: a new start")

    def _attempt(self, counts: StateCounts, bound: int | None, attempt: int) -> None:
        """Finds a program, or shortens one; every attempt has its own order of variables.

        Raises:
            UndecidedError: one answer took too long.
        """
        shuffled = replace(self.settings, seed=self.settings.seed + 1_000_003 * attempt)
        self._patience = self.settings.patience * MORE_PATIENCE**attempt
        self._waiting_since = time.process_time()
        with Solving(self.sketch, counts, shuffled, self._is_over) as solving:
            for asked in self.state.asked:
                solving.add(laid_out(self.sketch, asked, counts))
            if self.state.best is not None:
                bound = self.state.best.cost - 1
            while not self._stopped:
                if self.state.best is not None:
                    self._waiting_since = time.process_time()
                tables = None if bound == -1 else solving.solve(bound)
                self._tick()
                if tables is not None:
                    bound = self._judge(counts, bound, tables, solving)
                elif self.state.best is not None:
                    self.state.smallest = True
                    cost = self.state.best.cost
                    self._tell(counts, bound, f"nothing shorter than {cost} fits")
                    return
                elif bound is None or solving.solve(None) is None:
                    self._exclude(counts)
                    return
                else:
                    self._tell(counts, bound, f"no program of length {bound} fits")
                    bound = bound + max(2, bound // 6) if bound < MOST_COST else None

    def _is_over(self) -> bool:
        """Whether the time or the patience is over, asked while the solver is at work."""
        now, limit = time.process_time(), self.settings.shortening
        self._stopped |= self.over is not None and self.over()
        if limit is not None and self.state.best is not None:
            self._stopped |= now - self._shortened_at > limit
        return self._stopped or now - self._waiting_since > self._patience

    def _judge(
        self, counts: StateCounts, bound: int | None, tables: Tables, solving: "Solving"
    ) -> int | None:
        """Checks a proposal, and gives the next bound."""
        state = self.state
        state.proposals += 1
        failure = self.checker.first_failure(Found(self.sketch, tables), self._rng)
        self._tick()
        if failure is not None:
            state.refuted += 1
            failure = self.checker.beginning(Found(self.sketch, tables), failure)
            state.asked.append(failure)
            solving.add(laid_out(self.sketch, failure, counts))
            size = failure.problem.graph.node_count
            self._tell(counts, bound, f"refuted by a problem of {size} nodes")
            return bound
        state.best, self._shortened_at = tables, time.process_time()
        if state.first_seconds is None:
            state.first_seconds = state.seconds
        self._tell(counts, bound, f"a program of length {tables.cost}")
        return tables.cost - 1

    def _exclude(self, counts: StateCounts) -> None:
        shown = [asked_json(each) for each in self.state.asked]
        self.state.excluded.append({"counts": list(counts), "examples": shown})
        self._tell(counts, None, f"no program with {counts.words()} states fits")

    def _tell(self, counts: StateCounts, bound: int | None, what: str) -> None:
        state = self.state
        cost = None if state.best is None else state.best.cost
        progress = Progress(counts, bound, len(state.asked), cost, what)
        if self.watch is not None and self.watch(progress, state):
            self._stopped = True

    def _first_examples(self) -> list[Asked]:
        """Small problems; where an order is told, they demand its first pointer alone."""
        chosen: list[Asked] = []
        if self.sketch.expected is None:
            chosen += self.checker.given
        else:
            for nodes, number in FIRST_EXAMPLES:
                known = self.checker.asked(nodes)
                picked = self._rng.permutation(len(known))[:number]
                chosen += [known[int(at)] for at in picked]
        order = self.sketch.order
        if order is None:
            return chosen
        return [replace(each, pointers=1) if order(each.problem) else each for each in chosen]


def laid_out(sketch: Sketch, asked: Asked, counts: StateCounts) -> Example:
    """A problem as the encoding takes it."""
    instance = sketch.encoder(counts)(asked.problem).laid_out(sketch.scalars())
    lengths = None
    if sketch.lengths is not None:
        keys = sketch.lengths.keys
        lengths = keys(asked.problem, instance) if keys else instance.arc_scalars["length"]
    order, steps = None, sketch.steps.of(asked.problem)
    if sketch.order is not None:
        nodes = enumerate(sketch.order(asked.problem), 2)
        order = tuple((node, sketch.steps.of_nodes(size)) for size, node in nodes)
    rests = asked.pointers is None
    if asked.pointers is not None:
        steps = sketch.steps.of_nodes(asked.pointers + 1)
    return Example(instance, asked.output, steps, lengths, order, rests)


class UndecidedError(Exception):
    """The solver was not done in time."""


class Solving:
    """The encoding together with an incremental solver and a bound on the cost."""

    def __init__(
        self,
        sketch: Sketch,
        counts: StateCounts,
        settings: Settings,
        over: Callable[[], bool] | None = None,
    ) -> None:
        from pysat.card import ITotalizer  # noqa: PLC0415 (optional)
        from pysat.solvers import Solver  # noqa: PLC0415

        self._over = over
        priors = settings.priors_for(sketch)
        self.encoding = Encoding(sketch, counts, priors, settings.seed, settings.given)
        costs = self.encoding.costs
        self._most = min(MOST_COST, len(costs) - 1)
        self._total = ITotalizer(lits=costs, ubound=self._most, top_id=self.encoding.variables)
        self.encoding.variables = max(self.encoding.variables, self._total.top_id)
        self._solver = Solver(name=SOLVER, bootstrap_with=self._total.cnf.clauses)

    def __enter__(self) -> "Solving":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()
        self._total.delete()

    def add(self, example: Example) -> None:
        """Demands that the program solves a problem."""
        self.encoding.add(example)

    def solve(self, bound: int | None) -> Tables | None:
        """A program of at most this length, or of any; None if there is none.

        Raises:
            UndecidedError: it took too long, or the time is over.
        """
        limit = [] if bound is None or bound > self._most else self._at_most(bound)
        self._solver.append_formula(self.encoding.clauses)
        self.encoding.clauses = []
        answer = None
        while answer is None:
            self._solver.conf_budget(SLICE)
            answer = self._solver.solve_limited(assumptions=limit)
            if answer is None and self._over is not None and self._over():
                raise UndecidedError
        return self.encoding.tables(self._solver.get_model() or ()) if answer else None

    def clauses(self, bound: int | None) -> list[Clause]:
        """All clauses so far, with the bound among them; for solvers that log proofs."""
        limit = [] if bound is None else [[each] for each in self._at_most(bound)]
        return [*self._total.cnf.clauses, *self.encoding.clauses, *limit]

    def _at_most(self, bound: int) -> list[int]:
        return [-self._total.rhs[bound]]


def need_solver() -> None:
    """Raises an InputError if there is no SAT solver."""
    try:
        import pysat.solvers  # noqa: F401, PLC0415 (optional)
    except ImportError:
        raise InputError("discovery needs a SAT solver: pip install 'dnar[discover]'") from None


def settings_of_portfolio(settings: Settings, workers: int) -> list[Settings]:
    """Settings that differ in seed and first bound, one per worker."""
    bounds = itertools.cycle((settings.first_bound, settings.first_bound + 4))
    return [
        replace(settings, seed=settings.seed + 1000 * number, first_bound=next(bounds))
        for number in range(workers)
    ]
