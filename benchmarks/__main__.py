"""Runs every benchmark and writes its figures to benchmarks/results."""

from benchmarks import (
    everyday,
    executor,
    forward_time,
    large_program,
    loss_cost,
    training_time,
    work,
)


def main() -> None:
    modules = (loss_cost, forward_time, training_time, large_program, executor, work)
    for benchmark in modules:
        benchmark.main()
    everyday.main([])


if __name__ == "__main__":
    main()
