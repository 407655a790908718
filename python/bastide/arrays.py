"""Arrays for batches."""

from typing import Any, Dict

import numpy as np

from ._bastide import Batch

#: Element type of each array.
DTYPES: Dict[str, Any] = {
    "planes": np.uint8,
    "scalars": np.float32,
    "mask": np.bool_,
    "legal": np.int32,
    "legal_count": np.int32,
    "to_act": np.int32,
    "rewards": np.float32,
    "done": np.bool_,
    "final_scores": np.int32,
}


def allocate(batch: Batch, *names: str, attach: bool = True) -> Dict[str, np.ndarray]:
    """Creates arrays for ``batch``, by default those of all names, and attaches them.

    >>> from bastide import Batch, allocate
    >>> batch = Batch("base,fields", games=4)
    >>> arrays = allocate(batch, "mask", "rewards", "done")
    >>> batch.step(batch.sample())
    >>> arrays["rewards"].shape
    (4, 2)
    """
    unknown = [name for name in names if name not in DTYPES]
    if unknown:
        raise ValueError(f"no array is called {unknown[0]!r}; there are {', '.join(DTYPES)}")
    chosen = names or tuple(DTYPES)
    arrays = {name: np.zeros(batch.shape(name), DTYPES[name]) for name in chosen}
    if attach:
        batch.attach(**arrays)
    return arrays
