"""Work spread over processes of this machine, or over a Ray cluster; results come back as they are ready."""

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
"""Jobs a processor is given in advance, so that it never waits for the next."""


class Lost(SouqError):
    """Who should have done the work is not there (any more)."""


def spread(work: Callable[[Job], Result], jobs: Sequence[Job], processes: int = 0) -> Generator[Result]:
    """``work(job)`` of all jobs, in any order, by so many processes (0: one a core); half as many as jobs at most.

    Where that is one, it is this one. Workers leave Ctrl-C to this process, and end with it, however it ends. When the
    iterator is closed, work in progress is dropped.

    Raises:
        Lost: a process was killed.
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
    """Be a worker. One whose parent was killed would wait for work for good: it holds both ends of its queue."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def spread_over_ray(work: Callable[[Job], Result], jobs: Sequence[Job], address: str) -> Generator[Result]:
    """``work(job)`` of all jobs, in any order, by a Ray cluster, on which souq must be installed.

    Args:
        work: a function that can be pickled.
        jobs: what it is called with.
        address: ``auto`` for the cluster this machine is part of, ``ray://host:10001`` for another, ``local`` for one
            of its own that ends with the work.

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
        raise  # what the work itself has to say
    except ray.exceptions.RayError as error:
        raise Lost(f"The Ray cluster was lost: {error}") from error
    finally:
        ray.shutdown()


def _called(work: Callable[[Job], Result], job: Job) -> Result:
    """Ray calls functions that have a name."""
    return work(job)
