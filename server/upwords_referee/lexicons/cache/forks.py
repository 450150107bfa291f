"""Threads and locks do not live through a fork: what has them starts afresh in the child."""

import os
import weakref
from collections.abc import Callable
from typing import Any


def in_child(method: Callable[[], None]) -> None:
    """Call the bound method in every process forked from now on, as long as its object lives."""
    reference: Any = weakref.WeakMethod(method)

    def call() -> None:
        alive = reference()
        if alive is not None:
            alive()

    os.register_at_fork(after_in_child=call)
