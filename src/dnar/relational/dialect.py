"""SQL dialects: the few expressions that DuckDB and Spark spell differently."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Dialect:
    """How one engine spells what the plan needs; `{}` stands for the arguments."""

    name: str
    struct: str
    """A value of several fields, compared field by field; the fields are named f0, f1, ..."""
    field: str
    """How one field of it is named."""
    fold: str
    """Adds the numbers of a list to a number, one after the other."""
    ordered_list: str
    """The values of a group as a list, in the order of another expression."""
    exact_functions: frozenset[str]
    """The functions of scalars that give the same bits as everywhere else."""

    def struct_of(self, *values: str) -> str:
        """A value of several fields."""
        fields = [
            self.field.format(name=f"f{at}", value=each) for at, each in enumerate(values)
        ]
        return self.struct.format(", ".join(fields))

    def folded(self, total: str, numbers: str) -> str:
        """A number plus those of a list, added one after the other."""
        return self.fold.format(total=total, numbers=numbers)

    def listed(self, value: str, by: str) -> str:
        """An aggregate: the values of a group in the order of `by`."""
        return self.ordered_list.format(value=value, by=by)


DUCKDB = Dialect(
    "duckdb",
    struct="struct_pack({})",
    field="{name} := {value}",
    fold="list_reduce(list_prepend({total}, {numbers}), lambda x, y: x + y)",
    ordered_list="list({value} ORDER BY {by})",
    exact_functions=frozenset({"copy", "negative", "product", "atan2"}),
)

SPARK = Dialect(
    "spark",
    struct="named_struct({})",
    field="'{name}', {value}",
    fold="aggregate({numbers}, {total}, (x, y) -> x + y)",
    ordered_list=(
        "transform(array_sort(collect_list(named_struct('by', {by}, 'value', {value}))), "
        "each -> each.value)"
    ),
    # Java's own atan2 may differ from the C library's in the last bit.
    exact_functions=frozenset({"copy", "negative", "product"}),
)


def number(value: float) -> str:
    """A float as SQL, bit for bit."""
    return f"CAST('{float(value)!r}' AS DOUBLE)"


TRUE, FALSE = "TRUE", "FALSE"


def within(value: str, allowed: frozenset[int] | set[int] | None, states: int) -> str:
    """Whether a state is one of these; decided here where the state is a constant."""
    if allowed is None or len(allowed) == states:
        return TRUE
    if value.isdigit():
        return TRUE if int(value) in allowed else FALSE
    if not allowed:
        return FALSE
    return f"{value} IN ({', '.join(map(str, sorted(allowed)))})"


def both(*conditions: str) -> str:
    """All of these."""
    parts = [each for each in conditions if each != TRUE]
    if FALSE in parts:
        return FALSE
    return " AND ".join(parts) if parts else TRUE


def either(*conditions: str) -> str:
    """At least one of these."""
    parts = [each for each in conditions if each != FALSE]
    if TRUE in parts:
        return TRUE
    return " OR ".join(f"({each})" for each in parts) if parts else FALSE


def negated(condition: str) -> str:
    """The opposite."""
    if condition in (TRUE, FALSE):
        return FALSE if condition == TRUE else TRUE
    return f"NOT ({condition})"


def chosen(cases: list[tuple[str, str]], otherwise: str) -> str:
    """The value of the first condition that holds."""
    kept: list[tuple[str, str]] = []
    for condition, value in cases:
        if condition == FALSE:
            continue
        if condition == TRUE:
            otherwise = value
            break
        kept.append((condition, value))
    if all(value == otherwise for _, value in kept):
        return otherwise
    whens = " ".join(f"WHEN {condition} THEN {value}" for condition, value in kept)
    return f"CASE {whens} ELSE {otherwise} END"
