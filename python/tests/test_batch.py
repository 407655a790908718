"""Batches over arrays of the caller."""

import multiprocessing
import pathlib
import pickle
import re
import sys
import threading
import time

import numpy as np
import pytest

import bastide
from bastide import Batch, Game, IllegalActionError, allocate
from bastide.arrays import DTYPES


def run(batch, steps):
    """Steps a batch randomly and returns copies of all arrays after each step."""
    arrays = allocate(batch)
    found = []
    for _ in range(steps):
        batch.step(batch.sample())
        found.append({name: array.copy() for name, array in arrays.items()})
    return found


def same(one, other):
    return all(np.array_equal(a[name], b[name]) for a, b in zip(one, other) for name in a)


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads():
    runs = [run(Batch(games=7, seed=3, threads=threads), 160) for threads in (1, 2, 3)]
    assert same(runs[0], runs[1]) and same(runs[0], runs[2])
    assert not same(runs[0], run(Batch(games=7, seed=4), 160))


@pytest.mark.parametrize("rules", ["base,fields", "wheel,fields,abbot,bridges,castles,barns", "base,fields,inns,traders", "stronghold"])
def test_arrays_agree_with_single_games(rules):
    batch = Batch(rules, games=3, seed=1)
    arrays = allocate(batch)
    for step in range(250):
        actions = batch.sample()
        games = [batch.game(n) for n in range(3)]
        for n, game in enumerate(games):
            assert np.array_equal(arrays["planes"][n], game.planes())
            assert np.array_equal(arrays["scalars"][n], game.scalars())
            assert np.array_equal(arrays["mask"][n], game.legal_mask())
            assert arrays["to_act"][n] == game.to_act
            count = arrays["legal_count"][n]
            assert sorted(arrays["legal"][n, :count]) == game.legal_numbers()
            assert (arrays["legal"][n, count:] == -1).all()
        before = [game.scores for game in games]
        batch.step(actions)
        for n, game in enumerate(games):
            game.play(int(actions[n]))
            after = batch.game(n)
            # Draws may give points too.
            scores = arrays["final_scores"][n].tolist() if arrays["done"][n] else after.scores
            assert arrays["rewards"][n].tolist() == [a - b for a, b in zip(scores, before[n])]
            is_new = len(after.actions) < len(game.actions)
            assert arrays["done"][n] == is_new
            assert is_new or after.actions[: len(game.actions)] == game.actions
        if step % 50:
            continue
        whole = {name: np.full_like(array, 1) for name, array in arrays.items()}
        batch.write(**{name: whole[name] for name in ("planes", "scalars", "mask")})
        assert all(np.array_equal(whole[name], arrays[name]) for name in ("planes", "scalars", "mask"))


def test_illegal_actions_name_the_game_and_change_nothing():
    for threads in (1, 2):
        batch = Batch(games=8, seed=1, threads=threads)
        arrays = allocate(batch)
        actions = batch.sample()
        before = [batch.game(n).fingerprint() for n in range(8)]
        kept = {name: array.copy() for name, array in arrays.items()}
        for wrong in (-1, 0, batch.num_actions, 2**31 - 1):
            actions[5] = wrong
            with pytest.raises(IllegalActionError, match=f"action {wrong} of game 5 is not legal"):
                batch.step(actions)
        wide = actions.astype(np.int64)
        wide[5] = 2**40
        for given in (wide, wide.tolist()):
            with pytest.raises(IllegalActionError, match=f"action {2**40} of game 5 is not legal"):
                batch.step(given)
        assert before == [batch.game(n).fingerprint() for n in range(8)]
        assert all(np.array_equal(kept[name], array) for name, array in arrays.items())


def test_wrong_actions_are_refused():
    batch = Batch(games=4)
    for wrong in (np.zeros(4), np.zeros((4, 1), np.int32), "abcd", None, [0.5] * 4):
        with pytest.raises(TypeError):
            batch.step(wrong)
    for wrong in (np.zeros(3, np.int32), [0] * 5):
        with pytest.raises(ValueError, match="'actions' has"):
            batch.step(wrong)


@pytest.mark.parametrize("name", DTYPES)
def test_wrong_arrays_are_refused(name):
    batch = Batch(games=4)
    good = np.zeros(batch.shape(name), DTYPES[name])
    wrong_type = np.float64 if DTYPES[name] is not np.float64 else np.int8
    with pytest.raises(TypeError, match=f"'{name}' must have dtype"):
        batch.attach(**{name: good.astype(wrong_type)})
    with pytest.raises(ValueError, match=f"'{name}' must have shape"):
        batch.attach(**{name: np.zeros((5, *good.shape[1:]), good.dtype)})
    with pytest.raises(ValueError, match=f"'{name}' must have shape"):
        batch.attach(**{name: good[None]})
    with pytest.raises(ValueError, match="contiguous"):
        batch.attach(**{name: np.zeros((8, *good.shape[1:]), good.dtype)[::2]})
    fixed = good.copy()
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        batch.attach(**{name: fixed})
    with pytest.raises(TypeError, match="must be a NumPy array"):
        batch.attach(**{name: good.tolist()})
    batch.attach(**{name: good})
    batch.step(batch.sample())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", DTYPES)
def test_attached_arrays_that_change_are_refused(name):
    batch = Batch(games=4, seed=1)
    array = allocate(batch, name)[name]
    actions, before = batch.sample(), batch.game(0).fingerprint()
    dtype, shape = array.dtype, array.shape
    calls = (lambda: batch.step(actions), batch.reset, batch.refresh)
    for wrong in (np.int8, np.uint16, np.int64):
        try:
            array.dtype = wrong
        except ValueError:
            continue  # The last dimension has no room for it.
        for call in calls:
            with pytest.raises(TypeError, match=f"'{name}' must have dtype {dtype}"):
                call()
        array.dtype = dtype
    array.shape = (1, *shape)
    for call in calls:
        with pytest.raises(ValueError, match=f"'{name}' must have shape"):
            call()
    array.shape = shape
    array.flags.writeable = False
    for call in calls:
        with pytest.raises(ValueError, match=f"'{name}' is read-only"):
            call()
    array.flags.writeable = True
    assert batch.game(0).fingerprint() == before
    batch.step(actions)
    assert batch.game(0).fingerprint() != before


def misaligned(shape, dtype):
    """Returns an array whose address is odd."""
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.zeros(count + 1, np.uint8)[1:].view(dtype).reshape(shape)


@pytest.mark.parametrize("name", [name for name, dtype in DTYPES.items() if np.dtype(dtype).itemsize > 1])
def test_misaligned_arrays_are_refused(name):
    batch = Batch(games=4)
    wrong = misaligned(batch.shape(name), DTYPES[name])
    for call in (batch.attach, batch.write):
        with pytest.raises(ValueError, match=f"'{name}' must be aligned"):
            call(**{name: wrong})
    assert not wrong.any()


def test_misaligned_actions_are_refused():
    batch = Batch(games=4)
    with pytest.raises(ValueError, match="'out' must be aligned"):
        batch.sample(misaligned((4,), np.int32))
    for dtype in (np.int32, np.int64):
        with pytest.raises(ValueError, match="'actions' must be aligned"):
            batch.step(misaligned((4,), dtype))


def test_unknown_and_overlapping_arrays_are_refused():
    batch = Batch(games=4)
    with pytest.raises(TypeError, match="no array is called 'masks'"):
        batch.attach(masks=np.zeros(4))
    with pytest.raises(ValueError):
        allocate(batch, "masks")
    shared = np.zeros(4, np.int32)
    with pytest.raises(ValueError, match="overlap"):
        batch.attach(to_act=shared, legal_count=shared)
    batch.attach()
    batch.step(batch.sample())


class Exported:
    """An array of another library: it can only be reached by DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack_arrays_share_their_memory():
    batch = Batch(games=4)
    planes = np.zeros(batch.shape("planes"), np.uint8)
    try:
        batch.attach(planes=Exported(planes))
    except ValueError as error:  # NumPy before 2.1 imports arrays as read-only.
        assert "read-only" in str(error) and np.lib.NumpyVersion(np.__version__) < "2.1.0"
        return
    assert planes.any()
    assert np.from_dlpack(planes).ctypes.data == planes.ctypes.data


def needs_dlpack():
    if np.lib.NumpyVersion(np.__version__) < "2.1.0":
        pytest.skip("NumPy before 2.1 imports arrays as read-only")


def test_dlpack_arrays_with_the_same_memory_are_refused():
    needs_dlpack()
    batch = Batch(games=4)
    kept = allocate(batch, "done")
    memory = np.full(12, 7, np.int32)
    for other in (memory[:4], memory[3:7], memory[:8].reshape(4, 2)):
        arrays = {"to_act": Exported(memory[:4]), ("legal" if other.ndim == 2 else "legal_count"): Exported(other)}
        for call in (batch.attach, batch.write):
            with pytest.raises(ValueError, match="overlap"):
                call(**arrays)
    with pytest.raises(ValueError, match="overlap"):
        batch.attach(to_act=memory[:4], legal_count=Exported(memory[1:5]))
    assert (memory == 7).all(), "nothing was written"
    batch.attach(to_act=Exported(memory[:4]), legal_count=Exported(memory[4:8]))
    assert (memory[:8] != 7).all() and (memory[8:] == 7).all()
    # After an error, the arrays are those from before.
    with pytest.raises(ValueError, match="overlap"):
        batch.attach(to_act=Exported(memory[:4]), legal_count=Exported(memory[:4]))
    memory[:] = 7
    batch.step(batch.sample())
    assert (memory[:8] != 7).all() and not kept["done"].any()


def test_memory_that_another_thread_writes_is_refused():
    needs_dlpack()
    large, small = Batch(games=8192, seed=1), Batch(games=4)
    memory, ends, refused = np.zeros(8192, np.int32), threading.Event(), [0, 0, 0]
    large.attach(to_act=Exported(memory))

    def run():
        while not ends.is_set():
            try:
                large.step(large.sample())
            except ValueError as error:
                assert "another thread" in str(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        actions, until = small.sample(), time.monotonic() + 20
        uses = [
            lambda: small.write(to_act=Exported(memory[:4])),
            lambda: small.step(Exported(memory[:4])),
            lambda: small.sample(memory[:4]),
        ]
        while not all(refused) and time.monotonic() < until:
            for n, use in enumerate(uses):
                try:
                    use()
                except IllegalActionError:
                    pass  # Read between two steps.
                except ValueError as error:
                    refused[n] += "another thread" in str(error) or "borrow" in str(error)
                time.sleep(0)
    finally:
        ends.set()
        thread.join()
    assert all(refused), refused
    small.write(to_act=Exported(memory[:4]))
    small.step(actions)


def test_other_threads_run_during_a_step():
    batch, counted, ends = Batch(games=8192, seed=1), [0], threading.Event()
    arrays = allocate(batch, "to_act", "rewards")

    def count():
        while not ends.is_set():
            counted[0] += 1
            time.sleep(0)

    # Known in advance, so that only steps are between two looks at the counter.
    twin, known = Batch(games=8192, seed=1), []
    for _ in range(40):
        known.append(twin.sample())
        twin.step(known[-1])
    calls = {"step": lambda: batch.step(actions), "sample": batch.sample, "write": lambda: batch.write(**arrays), "reset": batch.reset}
    interval, thread = sys.getswitchinterval(), threading.Thread(target=count)
    try:
        # No thread is made to release the lock of the interpreter: it must do so by itself.
        sys.setswitchinterval(1000)
        thread.start()
        for name, call in calls.items():
            # A call may be over before the system runs the other thread.
            before, repeats, until = counted[0], 0, time.monotonic() + 60
            while counted[0] == before:
                assert time.monotonic() < until, f"{name} holds the lock of the interpreter"
                actions = known[repeats % len(known)]
                if name == "step" and repeats % len(known) == 0:
                    batch = Batch(games=8192, seed=1)
                repeats += 1
                before = counted[0]
                call()
    finally:
        sys.setswitchinterval(interval)
        ends.set()
        thread.join()


def test_actions_by_dlpack():
    batch = Batch(games=4)
    actions = batch.sample()
    for dtype in (np.int32, np.int64):
        batch.step(Exported(actions.astype(dtype)))
        actions = batch.sample()
    with pytest.raises(TypeError, match="'actions' must be"):
        batch.step(Exported(np.zeros(4, np.float32)))


def test_rows_of_a_larger_array():
    batch = Batch(games=4)
    rollout = np.zeros((10, *batch.shape("scalars")), np.float32)
    for row in rollout:
        batch.write(scalars=row)
        batch.step(batch.sample())
    assert (rollout[:, :, 2] > 0).all()


def test_games_end_and_begin_again():
    batch = Batch(games=2, deck=["V", "E", "W"], first=1)
    arrays = allocate(batch, "done", "to_act")
    ended = 0
    assert arrays["to_act"].tolist() == [1, 1]
    for _ in range(40):
        batch.step(batch.sample())
        ended += arrays["done"].sum()
    assert ended > 8
    once = Batch(games=2, deck=["V"], auto_reset=False, reward="win")
    arrays = allocate(once, "done", "to_act", "rewards")
    done = 0
    for _ in range(5):
        once.step(once.sample())
        done += arrays["done"].sum()
    assert done == 2 and arrays["to_act"].tolist() == [-1, -1] and once.sample().tolist() == [-1, -1]
    once.reset([True, False])
    assert arrays["to_act"][0] >= 0 and arrays["to_act"][1] == -1
    with pytest.raises(ValueError):
        once.reset([True])


def test_pickled_batches_continue():
    batch = Batch("base,fields,river", games=3, players=3, seed=5, threads=2, reward="margin")
    run(batch, 100)
    again = pickle.loads(pickle.dumps(batch))
    assert same(run(batch, 300), run(again, 300))


def test_pickling_a_batch_does_not_change_it():
    batch, twin = Batch(games=3, seed=5), Batch(games=3, seed=5)
    for _ in range(3):
        again = pickle.loads(pickle.dumps(batch))
        expected = run(twin, 60)
        assert same(run(batch, 60), expected) and same(run(again, 60), expected)


def test_batches_pickled_by_version_0_1_can_be_read():
    batch = Batch("base,fields,river", games=3, players=3, seed=5)
    run(batch, 40)
    restore, (about, options, records, sampling) = batch.__reduce__()
    assert sampling == "state"
    # Version 0.1 stored a seed for each game, and no fourth argument.
    old = [(episode, 7, record) for episode, _, record in records]
    one, other = restore(about, options, old), restore(about, options, old)
    assert [one.game(n) for n in range(3)] == [batch.game(n) for n in range(3)]
    assert same(run(one, 60), run(other, 60))
    with pytest.raises(ValueError, match="later version"):
        restore(about, options, records, "dice")
    with pytest.raises(ValueError):
        restore(about, options, [(0, 0, "nonsense")])


def _steps(batch, queue):
    # The first call in the new process needs threads too.
    batch.sample()
    run(batch, 50)
    queue.put([batch.game(n).fingerprint() for n in range(len(batch))])


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_batches_continue_in_a_forked_process():
    batch = Batch(games=6, seed=2, threads=2)
    run(batch, 20)
    copy = pickle.loads(pickle.dumps(batch))
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_steps, args=(copy, queue))
    child.start()
    found = queue.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0
    copy.sample()
    run(copy, 50)
    assert found == [copy.game(n).fingerprint() for n in range(6)]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", ["base,fields,inns,traders", bastide.PRESETS["bigbox"]])
def test_large_games_of_up_to_six(rules, players):
    batch = Batch(rules, games=4, players=players, seed=players, threads=2, reward="margin")
    arrays = allocate(batch)
    figures, ended = set(), 0
    plane, kinds = bastide.plane_names().index("figure of seat +0"), bastide.kinds()["figures"]
    names = batch.game(0).scalar_names()
    goods = [names.index(f"{good} of seat +{seat}") for good in ("wine", "grain", "cloth") for seat in range(6)]
    best, second = 0, 0
    for step in range(1200):
        batch.step(batch.sample())
        assert arrays["rewards"].shape == (4, players)
        assert np.abs(arrays["rewards"].sum(1)).max() < 1e-3
        assert arrays["to_act"].min() >= 0 and arrays["to_act"].max() < players
        figures |= set(np.unique(arrays["planes"][..., plane : plane + players]).tolist())
        assert not arrays["planes"][..., plane + players : plane + 6].any()
        best = max(best, int(arrays["scalars"][:, goods].max()))
        second += int(arrays["scalars"][:, names.index("second turn")].sum())
        ended += arrays["done"].sum()
    wanted = {"meeple", "large", "builder", "hog"} | ({"abbot"} if "abbot" in rules else set())
    assert {kinds[number - 1] for number in figures - {0}} == wanted
    assert ended and best and second
    again = pickle.loads(pickle.dumps(batch))
    assert same(run(batch, 20), run(again, 20))


def test_six_players_need_an_expansion_that_allows_them():
    for make in (Game, Batch):
        with pytest.raises(ValueError, match="inns"):
            make("base,fields", players=6)
        with pytest.raises(ValueError):
            make("base,fields,inns,traders", players=7)


def test_bad_batches_are_refused():
    for arguments in (
        {"games": 0},
        {"games": 2**40},
        {"threads": 0},
        {"threads": 2**40},
        {"players": 0},
        {"players": 255},
        {"reward": "gold"},
        {"players": 7},
        {"first": 2},
        {"first": 255},
        {"rules": "nonsense"},
    ):
        with pytest.raises(ValueError):
            Batch(**arguments)
    with pytest.raises(IndexError):
        Batch(games=2).game(2)
    assert Batch(games=2).game(-1).turn in (0, 1)


DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "python.md"


def documented_blocks(family):
    """Returns the rows of the table of blocks in the document: name, first number, length."""
    text = DOCUMENT.read_text(encoding="utf-8")
    table = text.split(f"| block of {family} |", 1)[1].split("\n\n", 1)[0]
    rows = re.findall(r"^\| `([a-z-]+)` \| ([\d,]+) \| ([\d,× ]+) \|", table, re.MULTILINE)
    number = lambda text: int(text.replace(",", ""))
    return [(name, number(first), int(np.prod([number(part) for part in size.split("×")]))) for name, first, size in rows]


@pytest.mark.parametrize("family", ["Land", "Stronghold"])
def test_all_blocks_are_documented(family):
    blocks = bastide.action_blocks(family.lower())
    assert documented_blocks(family) == blocks
    ends = [first + count for _, first, count in blocks]
    assert [first for _, first, _ in blocks] == [0, *ends[:-1]], "without gaps"


def test_kinds_are_documented():
    for name, kinds in bastide.kinds().items():
        row = re.search(rf"^\| `{name}` \|(.*)\|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
        assert [kind.strip() for kind in row.group(1).split("|") if kind.strip()] == kinds


def test_layout_is_documented():
    batch = Batch("base,fields", games=2)
    blocks = bastide.action_blocks("land")
    assert blocks[:5] == [
        ("pass", 0, 1),
        ("deploy", 1, 128),
        ("place", 129, 3844),
        ("place-outside", 3973, 512),
        ("recall", 4485, 128),
    ]
    assert batch.num_actions == 4613 and len(batch) == 2
    assert Batch("wheel,fields", games=1).num_actions == blocks[-1][1] + blocks[-1][2]
    with pytest.raises(ValueError):
        bastide.action_blocks("sea")
