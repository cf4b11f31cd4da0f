#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""layers.py [ROOT]: who includes, links and calls what, held to the table.

The table is that of HACKING.md.  Folders below a folder count as their own
for games/ (games/<a> knows nothing of games/<b>).
"""
import os
import re
import sys

sys.dont_write_bytecode = True
import source  # noqa: E402

# Folder: what it may include besides its own folder.
MAY = {
    "base": ["base/"],
    "core": ["base/", "core/"],
    "games": ["core/game.h"],
    "render": ["base/", "core/", "render/"],
    "store": ["base/", "store/"],
    "mail": ["base/", "mail/"],
    "engine": ["base/", "core/", "games/games.h", "render/", "engine/"],
    "app": ["base/", "core/", "games/", "render/", "store/", "mail/", "app/"],
    "sim": ["base/", "core/", "games/", "store/", "mail/", "app/", "sim/"],
    "cmd": ["base/", "app/", "engine/engine.h", "sim/season.h", "cmd/"],
}
# The list of games is the one file that knows them.
MAY_FILE = {"games/games.c": ["games/", "base/", "core/core.h"],
            "games/games.h": ["base/err.h"]}
# Library header: where it lives.
HOMES = {
    r"sqlite3\.h": ["store/"],
    r"gmime/.*": ["mail/"],
    r"curl/.*": ["mail/"],
    r"libical/.*": ["mail/"],
    r"yaml\.h": ["base/yaml.c"],
    r"idn2\.h": ["base/address.c"],
    r"dlfcn\.h": ["base/library.c"],
    r"sodium(\.h|/.*)": ["core/", "mail/"],
    r"jansson\.h": ["core/", "games/", "render/", "engine/", "app/",
                       "sim/", "cmd/"],
    r"(glib|gio)(\.h|/.*)": ["base/", "core/", "games/games.c", "render/",
                             "store/", "mail/", "engine/", "app/", "sim/",
                             "cmd/"],
    r"(librsvg|cairo|libdeflate)(\.h|/.*)": ["render/"],
}
# Calls: which, where they are refused, and what to do instead.
CALLS = [
    (r"(time|clock_gettime|gettimeofday|g_get_real_time"
     r"|g_date_time_new_now\w*)", ["cmd/"], "now is given by the caller"),
    (r"(getenv|secure_getenv|g_getenv|g_get_environ|g_get_home_dir"
     r"|g_get_user_\w+_dir)", ["cmd/"], "only cmd/ reads the environment"),
    (r"(exit|_exit|_Exit|quick_exit)", ["cmd/"], "only cmd/ ends the program"),
    (r"(malloc|calloc|realloc|strdup)", [], "memory is GLib's"),
]


def include_fault(path, name):
    folder = path.split("/")[0]
    own = os.path.dirname(path) + "/"
    allowed = MAY[folder] + MAY_FILE.get(path, []) + [own]
    for entry in allowed:
        if name == entry or (entry.endswith("/") and name.startswith(entry)):
            return None
    return f'may not include "{name}"'


def library_fault(path, name):
    for pattern, homes in HOMES.items():
        if re.fullmatch(pattern, name):
            if not any(path.startswith(h) for h in homes):
                return f"<{name}> belongs to {' '.join(homes)}"
    return None


def call_faults(path, line):
    for pattern, homes, why in CALLS:
        found = re.search(rf"(?<![\w.>]){pattern}\s*\(", line)
        if found and not any(path.startswith(h) for h in homes):
            yield f"{found.group(1)}(): {why}"
    # the words of a statement are constants
    if path.startswith("store/") and re.search(
            r"\w*printf\b|g_string_append_printf", line):
        yield "no printf in store/: statements are constants"


def faults(root, path):
    text = source.read(root, path)
    for n, line in source.lines(text):
        found = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if found:
            check = include_fault if found.group(1) == '"' else library_fault
            fault = check(path, found.group(2))
            if fault:
                yield n, fault
    for n, line in source.lines(source.code(text)):
        for fault in call_faults(path, line):
            yield n, fault


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    paths = source.files(root, source.LAYERS, ".c", ".h")
    bad = 0
    for path in paths:
        for n, fault in faults(root, path):
            print(f"{path}:{n}: {fault}")
            bad += 1
    if not paths:
        print("layers: no sources found")
    return 1 if bad or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
