"""The tutorial and the measurement of throughput run."""

import importlib.util
import pathlib

FOLDER = pathlib.Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tutorial_learns():
    _, errors, leads = load("tutorial").train(0, report=lambda line: None)
    assert len(errors) == len(leads) == 3 and errors[2] < errors[0]
    assert leads[2] > 0


def test_throughput_is_measured():
    module = load("throughput")
    for step in (module.batch_step(8, 2, module.OBSERVED), module.batch_step(8, 1, ("legal", "legal_count"), True), module.game_step()):
        cpu, wall = module.measure(step, 8, 0.01)
        assert cpu > 0 and wall > 0
