"""The tutorial and the measurement of throughput run."""

import importlib.util
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tutorial():
    module = load("tutorial")
    return module, module.train(0, report=lambda line: None)


def test_the_tutorial_learns(tutorial):
    _, (_, errors, leads) = tutorial
    assert len(errors) == len(leads) == 3 and errors[2] < errors[0]
    assert leads[2] > 0


@pytest.mark.needs("matplotlib")
def test_the_tutorial_plots_its_progress(tutorial, tmp_path):
    import matplotlib
    from matplotlib import image

    matplotlib.use("Agg")
    module, (_, errors, leads) = tutorial
    path = tmp_path / "tutorial.png"
    module.plot(errors, leads, path)
    pixels = image.imread(path)
    # White paper with two curves, whose colour is the first of matplotlib.
    blue = (abs(pixels[..., :3] - [0.12, 0.47, 0.71]) < 0.05).all(-1)
    middle = pixels.shape[1] // 2
    assert blue[:, :middle].sum() > 50 and blue[:, middle:].sum() > 50


def test_throughput_is_measured():
    module = load("throughput")
    for step in (module.batch_step(8, 2, module.OBSERVED), module.batch_step(8, 1, ("legal", "legal_count"), True), module.game_step()):
        cpu, wall = module.measure(step, 8, 0.01)
        assert cpu > 0 and wall > 0


def test_one_run_prints_both_tables(capsys):
    module = load("throughput")
    module.report(2, 0.01, sizes=(4, 8, 512))
    lines = capsys.readouterr().out.splitlines()
    cells = {row[1].strip(): row[2:-1] for row in (line.split("|") for line in lines if line.startswith("| "))}
    (first,) = (row for row in cells if row.startswith("batch of 4 games, observations and masks (`planes`"))
    assert float(cells[first][0]) > 0 and len(cells["no arrays"]) == len(cells["games"]) == 3
    # The quotient is that of the rates in the other table.
    one, two = (float(cells[name][1]) for name in ("batch of 512 games, observations and masks", "the same on 2 threads"))
    assert float(cells["observations and masks"][2]) == pytest.approx(two / one, rel=0.02)
    module.report(1, 0.01, sizes=(4, 8))
    assert "threads" not in capsys.readouterr().out


def test_figures_have_three_digits():
    digits = load("throughput").digits
    assert [digits(value) for value in (0.08234, 0.5, 2.0951, 25.61, 1234.5)] == ["0.0823", "0.500", "2.10", "25.6", "1234"]


@pytest.mark.needs("pyspiel", "open_spiel")
def test_batches_are_faster_than_backgammon():
    module = load("throughput")
    ratios = module.ratios(2.0)
    slow = {names: ratio for names, ratio in ratios.items() if ratio < module.LEAST[names]}
    assert len(ratios) == 2 and not slow
    module.LEAST = dict.fromkeys(module.LEAST, 1e6)
    assert not module.check(0.01)
