"""The same games on other machines, by Dask distributed: it hands out the tasks and again those of a lost worker."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from itertools import islice
from typing import Any, Self

from quadrilatero.lab.play import Failed, attempt
from quadrilatero.lab.words import Trouble
from quadrilatero.lab.workers import QUEUED, Outcome, Task

LOCAL = "local"


class Cluster:
    """Workers of a Dask scheduler, by its address, or (`local`) processes that Dask starts on this machine."""

    def __init__(self, address: str, jobs: int) -> None:
        try:
            import distributed
        except ImportError:
            raise Trouble("cluster_missing") from None
        self._dask: Any = distributed
        self._own: Any = None
        target: Any = address
        if address == LOCAL:
            self._own = target = self._dask.LocalCluster(
                n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address=None
            )
        try:
            self._client: Any = self._dask.Client(target, timeout="15s")
        except (OSError, TimeoutError) as error:
            raise Trouble("cluster_silent", address=address, error=error) from None
        except ValueError as error:
            raise Trouble("cluster_address", address=address, error=error) from None

    @property
    def count(self) -> int:
        """How many games the workers can play at once."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """What comes of the tasks as it comes; a few wait at the scheduler for every worker."""
        waiting = iter(tasks)
        running: dict[str, Task] = {}
        done = self._dask.as_completed(with_results=False)

        def submit(count: int) -> None:
            for task in islice(waiting, count):
                future = self._client.submit(attempt, task.plan, task.index, pure=False)
                running[future.key] = task
                done.add(future)

        submit(2 * QUEUED * self.count)
        try:
            for future in done:
                task = running.pop(future.key)
                error = future.exception()
                seed = task.plan.dice_seed(task.index)
                yield Outcome(task, future.result() if error is None else Failed(task.index, seed, str(error)))
                submit(1)
        finally:
            if running:
                self._client.cancel(list(done.futures), force=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        if self._own is not None:
            self._own.close()
