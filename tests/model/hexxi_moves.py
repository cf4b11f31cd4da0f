# SPDX-License-Identifier: ISC
"""The actions of a confrontation in the model of Pirates HEXXI.

Everything here only asks.  `play` is a hexxi.Hexxi; of it are used its
board, its fields {name: Token}, taken (by seat) and names.
"""

HOPS = 4  # of an escort in one action


def sorted_texts(texts):
    return sorted(texts, key=lambda text: text.encode())


def where(play, kind, owner=None):
    """The fields with tokens of a kind, of an owner or of anyone."""
    return [name for name, token in play.fields.items()
            if token.kind == kind and owner in (None, token.owner)]


def kind_at(fields, name):
    return fields[name].kind if name in fields else None


def any_near(play, name, kind):
    """The neighbours of a field on which such a token stands."""
    return [n for n in play.board.near[name]
            if kind_at(play.fields, n) == kind]


# ---- connection ----

def needed(play, kind, seat):
    """The fields of the bases of which a unit needs one."""
    return {name for name in where(play, "base") if {
        "pirates": play.fields[name].owner == seat,
        "warship": play.fields[name].owner != seat,
        "ship": True}[kind]}


def connects(board, fields, name, bases):
    """Does a field touch one of the bases, or routes that lead there?"""
    seen, edge = {name}, [name]
    while edge:
        for n in board.near[edge.pop()]:
            if n in bases:
                return True
            if n not in seen and kind_at(fields, n) == "route":
                seen.add(n)
                edge.append(n)
    return False


def ready(play, seat, kind):
    """The fields of a seat's units of a kind that may act."""
    bases = needed(play, kind, seat)
    return [name for name in where(play, kind, seat)
            if connects(play.board, play.fields, name, bases)]


# ---- moves ----

def free(fields, name):
    """May a move end here?"""
    return kind_at(fields, name) in (None, "route")


def routes(play, seat):
    return ["route %s %s" % (name, to)
            for kind in ("ship", "pirates", "warship")
            for name in ready(play, seat, kind)
            for to in any_near(play, name, "route")]


def convoys(play, seat):
    board, found = play.board, set()
    for name in ready(play, seat, "ship"):
        goals = {board.straight(name, over)
                 for over in any_near(play, name, "ship")} - {None}
        for over in any_near(play, name, "warship"):
            goals.update(board.behind(name, over))
        found.update("convoy %s %s" % (name, to) for to in goals
                     if free(play.fields, to))
    return found


def escorts(play, seat):
    found = []
    bases = needed(play, "warship", seat)
    for name in ready(play, seat, "warship"):
        fields = dict(play.fields)
        del fields[name]
        go_on(play.board, fields, bases, [name], None, found)
    return found


def go_on(board, fields, bases, way, jumped, found):
    """Add every way that begins with this one and hops at least once more.

    jumped holds the tokens of which any may have been jumped last, None
    before the first hop.
    """
    over = [n for n in board.near[way[-1]]
            if kind_at(fields, n) in ("ship", "warship")
            and (jumped is None or jumped - {n})]
    goals = {}
    for token in over:
        for to in board.near[token]:
            if to not in way and free(fields, to):
                goals.setdefault(to, set()).add(token)
    for to, tokens in goals.items():
        found.append("escort " + " ".join(way + [to]))
        if len(way) == HOPS:
            continue
        rest = {n: t for n, t in fields.items() if n != to}
        if connects(board, rest, to, bases):
            go_on(board, rest, bases, way + [to], tokens, found)


# ---- attacks: [(text, whether it takes an own token)] ----

def attacks(play, seat):
    pairs = kidnaps(play, seat) + intercepts(play, seat)
    pairs += ambushes(play, seat) + traps(play, seat)
    return [("%s %s %s" % (verb, name, target),
             play.fields[target].owner == seat)
            for verb, name, target in pairs]


def kidnaps(play, seat):
    return [("kidnap", name, target)
            for name in ready(play, seat, "pirates")
            for target in any_near(play, name, "ship")
            if not any_near(play, target, "warship")]


def intercepts(play, seat):
    return [("intercept", name, target)
            for name in ready(play, seat, "warship")
            for target in any_near(play, name, "pirates")
            if not any_near(play, target, "base")]


def ambushes(play, seat):
    return [("ambush", name, target)
            for name in where(play, "base", seat)
            for target in any_near(play, name, "warship")
            if kind_at(play.fields,
                       play.board.straight(name, target)) == "pirates"
            and not any_near(play, target, "warship")]


def traps(play, seat):
    return [("trap", name, target)
            for name in ready(play, seat, "ship")
            for target in any_near(play, name, "base")
            if kind_at(play.fields,
                       play.board.straight(target, name)) == "warship"
            and not any_near(play, target, "pirates")]


def rescues(play, seat):
    return ["rescue %s %s" % (name, play.names[play.fields[base].owner])
            for name in where(play, "warship", seat)
            for base in any_near(play, name, "base")
            if any(t.owner == seat and t.kind == "ship"
                   for t in play.taken[play.fields[base].owner])
            and play.fields[base].owner != seat]


# ---- all together ----

def actions(play, seat):
    """What a seat that is in may do, `pass` included, or []."""
    fights = attacks(play, seat)
    others = {*routes(play, seat), *convoys(play, seat),
              *escorts(play, seat), *rescues(play, seat),
              *(text for text, own in fights if not own)}
    own = [text for text, own in fights if own]
    if own:
        return sorted_texts(others or own)
    return sorted_texts(others | {"pass"}) if others else []
