# SPDX-License-Identifier: ISC
"""C sources for the lint scripts: which there are, and reading them."""
import glob
import re

LAYERS = "base core robot rating series policy parse games render store mail engine app sim cmd".split()

_TOKEN = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)


def files(root, folders, *endings):
    found = []
    for folder in folders:
        for ending in endings:
            found += glob.glob(f"{folder}/**/*{ending}", root_dir=root,
                               recursive=True)
    return sorted(found)


def read(root, path):
    with open(f"{root}/{path}", encoding="utf-8") as f:
        return f.read()


def games(root):
    """{name: has it been released?} of the folders of games/."""
    found = {}
    for path in files(root, ["games"], ".c"):
        if path.count("/") == 2:
            name = path.split("/")[1]
            found[name] = found.get(name, False) or re.search(
                r"\.released = true\b", read(root, path)) is not None
    return found


def _blank(match):
    text = match.group(0)
    if text[0] == '"':
        return '""'
    if text[0] == "'":
        return "' '"
    return "\n" * text.count("\n") or " "


def code(text):
    """The text without comments and the insides of strings; same lines."""
    return _TOKEN.sub(_blank, text)


def lines(text):
    return enumerate(text.split("\n"), 1)
