"""The duckdb and spark engines: a program as queries over tables.

What they need is loaded when one of them is asked for, because that takes a while.
"""

from dnar.run.engine import Engine, Source, register


@register("duckdb")
def duckdb_engine(source: Source) -> Engine:
    """The program of a source, in a database in memory."""
    from dnar.run.duckdb import DuckDB  # noqa: PLC0415 (slow to load)

    return DuckDB().engine_for(source)


@register("spark")
def spark_engine(source: Source) -> Engine:
    """The program of a source, on the session of this process."""
    from dnar.run.spark import Spark  # noqa: PLC0415 (slow to load)

    return Spark().engine_for(source)
