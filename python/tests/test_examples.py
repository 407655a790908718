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


@pytest.mark.needs("pyspiel", "open_spiel")
def test_batches_are_faster_than_backgammon():
    module = load("throughput")
    ratios = module.ratios(2.0)
    slow = {names: ratio for names, ratio in ratios.items() if ratio < module.LEAST[names]}
    assert len(ratios) == 2 and not slow
    module.LEAST = dict.fromkeys(module.LEAST, 1e6)
    assert not module.check(0.01)
