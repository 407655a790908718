"""The API reference: the texts of the types are those that `help` shows."""

import ast
import inspect
import pathlib

import bastide
from bastide import _bastide

STUBS = pathlib.Path(bastide.__file__).parent / "_bastide.pyi"


def documented(node, owner):
    """Yields the objects below a node of the stubs with the texts there."""
    for child in node.body:
        if not isinstance(child, (ast.ClassDef, ast.FunctionDef)):
            continue
        found = getattr(owner, child.name)
        text = ast.get_docstring(child)
        if text is not None:
            yield child.name, found, text
        if isinstance(child, ast.ClassDef):
            yield from documented(child, found)


def test_help_shows_the_texts_of_the_stubs():
    entries = list(documented(ast.parse(STUBS.read_text(encoding="utf-8")), _bastide))
    assert len(entries) > 60
    for name, found, text in entries:
        assert inspect.getdoc(found) == text, name


def test_everything_public_is_documented():
    for owner in (_bastide, bastide.Game, bastide.Batch, bastide.Bot):
        for name, found in inspect.getmembers(owner):
            if not name.startswith("_") and not isinstance(found, (int, str)):
                assert inspect.getdoc(found), f"{owner}: {name}"
