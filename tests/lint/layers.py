#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""layers.py [ROOT [OBJECTS]]: what includes, links and calls what, held to
the table.

The table is that of HACKING.md.  Folders below a folder count as their own
for games/ (games/<a> knows nothing of games/<b>) and for app/, the rooms of
which include and call only those that ROOMS and BELOW name.  Calls are read
from the symbols of objects, of a folder such as build/san; without one, from
those of the program that was built last, if any was.

No header is long, and a source sees few lines of them: those that it includes
and those that these include.
"""
import glob
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import source  # noqa: E402

# Folder: what it may include besides its own folder.
MAY = {
    "base": ["base/"],
    "core": ["base/", "core/"],
    "robot": ["base/", "core/", "robot/"],
    "rating": ["base/", "rating/"],
    "series": ["base/", "series/"],
    "policy": ["base/", "policy/"],
    "parse": ["base/", "core/", "policy/", "parse/"],
    "games": ["core/game.h"],
    "render": ["base/", "core/", "parse/", "render/"],
    "store": ["base/", "store/"],
    "mail": ["base/", "mail/"],
    "engine": ["base/", "core/", "robot/", "parse/", "games/games.h",
               "render/", "engine/"],
    "app": ["base/", "core/", "robot/", "rating/", "series/", "policy/",
            "parse/", "games/", "render/", "store/", "mail/"],
    "sim": ["base/", "core/", "robot/", "series/", "policy/", "parse/",
            "games/", "store/", "mail/", "app/", "sim/"],
    "cmd": ["base/", "app/", "engine/engine.h", "sim/season.h", "sim/arena.h",
            "sim/series.h", "series/rule.h", "cmd/"],
}
# The rooms of app/, and which others each may know.
ROOMS = {
    "home": [],
    "copies": ["home"],
    "matches": ["home"],
    "transport": ["home"],
    "letters": ["home", "matches"],
    "series": ["home", "matches", "letters"],
    "pages": ["home", "matches", "letters", "series"],
    "players": ["home", "matches", "letters", "series"],
    "organiser": ["home", "copies", "matches", "transport", "letters",
                  "series", "players"],
    "steps": ["home", "copies", "matches", "transport", "letters", "series",
              "players", "organiser"],
}
# The rooms below a room, and which of these each may know; the room's own
# sources stand above them all.
BELOW = {
    "app/matches": {
        "table": [],
        "clocks": ["table"],
        "results": ["table"],
        "moves": ["table", "results"],
        "seats": ["table", "clocks", "results"],
        "votes": ["table", "clocks", "results", "seats"],
    },
    "app/letters": {
        "story": [],
        "context": ["story"],
        "writing": ["story", "context"],
        "schedule": ["story", "context", "writing"],
        "kinds": ["story", "context", "writing"],
    },
    "app/players": {
        "reading": [],
        "senders": ["reading"],
        "questions": ["reading"],
        "signup": ["reading", "senders", "questions"],
        "people": ["reading", "senders", "questions", "signup"],
        "seats": ["reading", "senders", "questions"],
    },
    "app/organiser": {
        "shown": [],
        "people": [],
        "records": ["shown"],
        "checks": ["shown"],
    },
}
# Folders in which no sources call each other in a circle.
OPEN = ["base", "core", "robot", "rating", "series", "policy", "parse",
        "render", "store", "mail", "engine", "app/series", "app/pages",
        "app/players", "app/organiser", "app/steps", "app/letters/story",
        "app/letters/context", "app/letters/writing", "app/letters/schedule",
        "app/letters/kinds", "app/matches", "app/transport", "app/home",
        "app/copies"]
# Of these, the folders below them count as theirs; of store/, those of rows.
WITH_ROOMS = {"render": ["*"], "mail": ["*"], "app/players": ["*"],
              "app/organiser": ["*"], "app/matches": ["*"],
              "store": ["mails", "matches", "people"]}
# Lines of a header, but for those of games.
HEADER_MAX = 230
# Sources of that folder see no more lines of headers of ours; it becomes less
# whenever it can.
SEEN_MAX = {"app/players/": 2150}
# The list of games is the one file that knows them.
MAY_FILE = {"games/games.c": ["games/", "base/", "core/data.h"],
            "games/games.h": ["base/err.h"]}
# Library header: where it lives.
HOMES = {
    r"sqlite3\.h": ["store/sqlite/"],
    r"libpq-fe\.h": ["store/postgres/"],
    r"gmime/.*": ["mail/mime.h"],
    r"curl/.*": ["mail/"],
    r"libical/.*": ["mail/"],
    r"yaml\.h": ["base/yaml.c"],
    r"idn2\.h": ["base/address.c"],
    r"systemd/.*": ["cmd/notify.c"],
    r"dlfcn\.h": ["base/library.c"],
    r"sodium(\.h|/.*)": ["core/", "mail/"],
    r"jansson\.h": ["core/", "policy/", "parse/", "games/", "render/",
                       "engine/", "app/",
                       "sim/", "cmd/"],
    r"(glib|gio)(\.h|/.*)": ["base/", "core/", "policy/", "parse/",
                             "games/games.c", "robot/", "rating/",
                             "series/", "render/", "store/", "mail/",
                             "engine/", "app/", "sim/", "cmd/"],
    r"(librsvg|cairo)(\.h|/.*)": ["render/"],
    r"libdeflate\.h": ["base/", "render/"],
    r"archive(_entry)?\.h": ["base/bundle_read.c", "base/bundle_write.c"],
    r"zstd\.h": ["store/pack.c"],
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
    folder, room = (path.split("/") + [""])[:2]
    own = os.path.dirname(path)
    above, below = os.path.split(own)
    if above in BELOW and below not in BELOW[above]:
        return f"{above}/ has no such room"
    allowed = MAY[folder] + MAY_FILE.get(path, []) + [own + "/"]
    allowed += [f"{above}/{other}/" for other in
                BELOW.get(above, {}).get(below, [])]
    # organiser.h and the like declare functions of the rooms below them
    allowed += [f"{above}/{os.path.basename(above)}.h"] if above in BELOW \
        else []
    if folder == "app" and room not in ROOMS:
        return "app/ has no such room"
    if folder == "app":
        allowed += [f"app/{other}/" for other in ROOMS[room]]
    for entry in allowed:
        if name == entry or (entry.endswith("/") and name.startswith(entry)):
            return None
    if "/" not in name:
        return (f'may not include "{name}": write its path from the root, '
                f'"{own}/{name}"')
    if folder == "games":
        return (f'may not include "{name}": core/game.h is all that a game '
                "sees, beside headers of its own folder")
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


INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def seen(root, path, known):
    """All headers of ours that a file includes, around corners too."""
    found, todo = set(), [path]
    while todo:
        one = todo.pop()
        if one not in known:
            text = source.read(root, one)
            known[one] = text.count("\n"), [
                name for name in INCLUDE.findall(text)
                if os.path.exists(os.path.join(root, name))]
        new = set(known[one][1]) - found
        found |= new
        todo += new
    return found


def header_faults(root, paths):
    known = {}
    for path in paths:
        if path.endswith(".h") and not path.startswith("games/"):
            size = source.read(root, path).count("\n")
            if size > HEADER_MAX:
                yield f"{path}: {size} lines; {HEADER_MAX} at most"
        for folder, most in SEEN_MAX.items():
            if path.startswith(folder) and path.endswith(".c"):
                headers = seen(root, path, known)
                size = sum(known[name][0] for name in headers)
                if size > most:
                    longest = sorted(headers, key=lambda h: -known[h][0])
                    yield (f"{path}: sees {size} lines of headers; {most} at "
                           f"most; the longest: {' '.join(longest[:5])}")


def calls(root, objects, kinds, *folders):
    """{source: those of the same folders that it calls, or with kinds beyond
    T reads the data of}, by the symbols of objects."""
    paths = [path for folder in folders for path in sorted(glob.glob(
        os.path.join(objects, *folder.split("/"), "*.o"))) if os.path.exists(
            os.path.join(root, os.path.relpath(path, objects)[:-1] + "c"))]
    home, wants = {}, {}
    listed = subprocess.run(["nm", "-A", "-P", *paths], capture_output=True,
                            text=True, check=True).stdout if paths else ""
    for line in listed.splitlines():
        path, rest = line.split(": ", 1)
        name, kind = rest.split()[:2]
        path = os.path.relpath(path, objects)[:-1] + "c"
        wants.setdefault(path, set())
        if kind in kinds:
            home[name] = path
        elif kind == "U":
            wants[path].add(name)
    return {path: {home[name] for name in names if name in home} - {path}
            for path, names in wants.items()}


def circles(graph):
    """Sets of sources that all call each other, around corners too."""
    def reached(begin, edges):
        seen, todo = {begin}, [begin]
        while todo:
            for other in edges.get(todo.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen

    back = {}
    for path, others in graph.items():
        for other in others:
            back.setdefault(other, set()).add(path)
    left = set(graph)
    while left:
        one = next(iter(left))
        circle = reached(one, graph) & reached(one, back)
        left -= circle
        if len(circle) > 1:
            yield circle


def room_of(path):
    return path.split("/")[1]


def climbs(path, other):
    """Of one room: does a source call one that its folder may not know?"""
    above, below = os.path.split(os.path.dirname(path))
    there = os.path.dirname(other)
    return above in BELOW and there != os.path.dirname(path) and \
        there not in [f"{above}/{name}" for name in BELOW[above][below]]


def call_order(root, objects):
    """Faults; says how large the circles inside of rooms are."""
    graph = calls(root, objects, "TDBR", "app/*", "app/*/*")
    for path, others in sorted(graph.items()):
        for other in sorted(others):
            room = room_of(other)
            if room != room_of(path) and room not in ROOMS[room_of(path)]:
                yield f"{path}: may not call {other}"
            elif room == room_of(path) and climbs(path, other):
                yield f"{path}: may not call {other}"
    largest = {}
    for circle in circles(graph):
        for room in {room_of(path) for path in circle}:
            largest[room] = max(largest.get(room, 0), len(circle))
    if graph:
        print("layers: largest circle of calls: " + ", ".join(
            f"{room} {largest.get(room, 0)} of "
            f"{sum(room_of(path) == room for path in graph)}"
            for room in ROOMS))


def call_circles(root, objects):
    """In these folders no two sources call each other, around corners either.
    Data is left out: tables of pointers, as store/ has, call nothing."""
    for folder in OPEN:
        rooms = [f"{folder}/{room}" for room in WITH_ROOMS.get(folder, [])]
        for circle in circles(calls(root, objects, "T", folder, *rooms)):
            yield f"{folder}/: call each other: {', '.join(sorted(circle))}"


def objects_of(root):
    """Those of the program that was built last."""
    built = glob.glob(os.path.join(root, "build", "*", "turnpost"))
    return os.path.dirname(max(built, key=os.path.getmtime)) if built else None


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    objects = sys.argv[2] if len(sys.argv) > 2 else objects_of(root)
    paths = source.files(root, source.LAYERS, ".c", ".h")
    bad = 0
    if objects is None:
        print("layers: nothing is built, so calls were not looked at",
              file=sys.stderr)
    for look in (call_order, call_circles) if objects else ():
        for fault in look(root, objects):
            print(fault)
            bad += 1
    for fault in header_faults(root, paths):
        print(fault)
        bad += 1
    for path in paths:
        for n, fault in faults(root, path):
            print(f"{path}:{n}: {fault}")
            bad += 1
    if not paths:
        print("layers: no sources found")
    return 1 if bad or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
