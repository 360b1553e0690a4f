"""Parallel execution on the processes of this machine or on a Ray cluster; results are yielded as they are ready."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from souq.engine.errors import SouqError
from souq.extras import importing

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 3
"""Number of jobs per process that are queued or running, so that no process has to wait for its next job."""


class Lost(SouqError):
    """A worker or the cluster is unavailable or was lost."""


def spread(work: Callable[[Job], Result], jobs: Sequence[Job], processes: int = 0) -> Generator[Result]:
    """Call ``work`` for every job in several processes, and yield the results in the order in which they are ready.

    ``processes`` is 0 for one per core; there are at most half as many as jobs. With fewer than two the work is done in
    this process. Workers leave Ctrl-C to this process and end when it ends, for whatever reason. Closing the generator
    drops work in progress.

    Raises:
        Lost: a worker process was killed.
    """
    processes = min(processes or os.cpu_count() or 1, len(jobs) // 2)
    if processes < 2:
        yield from map(work, jobs)
        return
    before, over = multiprocessing.active_children(), False
    left = iter(jobs)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _belong) as pool:
        try:
            waiting = {pool.submit(work, job) for job in islice(left, AHEAD * processes)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(work, job) for job in islice(left, len(done))}
                for future in done:
                    yield future.result()
            over = True
        except BrokenProcessPool as error:
            raise Lost("A process was killed while playing. Perhaps the machine ran out of memory.") from error
        finally:
            if not over:
                pool.shutdown(wait=False, cancel_futures=True)
                for child in set(multiprocessing.active_children()).difference(before):
                    child.terminate()
                    child.join()


def _belong() -> None:
    """Prepare a worker process: it ignores Ctrl-C, and exits when its parent process ends.

    Without the thread a worker whose parent was killed would wait for work forever, since it holds both ends of its
    queue.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def spread_over_ray(work: Callable[[Job], Result], jobs: Sequence[Job], address: str) -> Generator[Result]:
    """Call ``work`` for every job on a Ray cluster with souq installed, and yield the results as they are ready.

    Args:
        work: a function that can be pickled.
        jobs: its arguments, one per call.
        address: ``auto`` for the cluster of this machine, ``ray://host:10001`` for another, ``local`` for a new one
        that ends with the work.

    Raises:
        MissingExtra: Ray is not installed.
        Lost: there is no cluster, or a worker died.
    """
    with importing("cluster", "A Ray cluster needs"):
        import ray
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise Lost(f"There is no Ray cluster at {address!r}: {error}") from error
    try:
        task, known = ray.remote(_called), ray.put(work)
        left = iter(jobs)
        wanted = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [task.remote(known, job) for job in islice(left, wanted)]
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [task.remote(known, job) for job in islice(left, len(done))]
            yield from ray.get(done)
    except ray.exceptions.RayTaskError:
        raise  # an error of the work itself, not of the cluster
    except ray.exceptions.RayError as error:
        raise Lost(f"The Ray cluster was lost: {error}") from error
    finally:
        ray.shutdown()


def _called(work: Callable[[Job], Result], job: Job) -> Result:
    """Call a function. Ray accepts only functions that have a name, and ``work`` may be a partial, which has none."""
    return work(job)
