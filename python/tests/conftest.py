"""Tests that need other packages: the mark `needs(package)`, or `needs(package, name)` of its wheel."""

import importlib.util
import os

import pytest

NOTED = set()


def pytest_configure(config):
    config.addinivalue_line("markers", "needs(package, name): skips the test without this package")


def pytest_runtest_setup(item):
    for mark in item.iter_markers("needs"):
        package, name = mark.args[0], mark.args[-1]
        if importlib.util.find_spec(package) is None:
            note(f"{name} is not installed", f"pip install {name}")
            pytest.skip(f"{name} is not installed: pip install {name}")


def note(reason, fix):
    """Notes a reason for skipped tests, for `cargo xtask test`."""
    if "BASTIDE_SKIPS" in os.environ and reason not in NOTED:
        NOTED.add(reason)
        with open(os.environ["BASTIDE_SKIPS"], "a", encoding="utf-8") as file:
            file.write(f"{reason}\t{fix}\n")
