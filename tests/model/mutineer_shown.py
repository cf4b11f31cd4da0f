# SPDX-License-Identifier: ISC
"""What the engine protocol shows of a play of the model."""

from mutineer import ISLANDS, material


def winners(model):
    if model.stage != "over":
        return []
    return [s for s in range(model.seats)
            if model.scores[s] == max(model.scores)]


def result(model):
    return {"over": model.stage == "over", "scores": list(model.scores),
            "winners": winners(model)}


def state(model):
    """Everything, with what has no order sorted."""
    return {
        "round": model.round, "captain": model.captain, "pay": model.pay,
        "ring": list(model.ring), "ship": model.ship,
        "active": sorted(model.active), "pirate_ship": model.pirate_ship,
        "deck": list(model.deck), "discard": sorted(model.discard),
        "scores": list(model.scores), "destinations": dict(model.goes),
        "roles_left": sorted(model.roles_left),
        "players": [{
            "hand": material(p.hand), "open": list(p.open),
            "aside": None if p.aside is None else material(p.aside),
            "role": p.role, "passed": p.passed, "drawn": list(p.drawn),
        } for p in model.players]}


def view(model, seat):
    """What a seat (None: an onlooker) may know, orders as in state."""
    told = state(model)
    choosing = seat is not None and model.pending().get(seat) == "take"
    told.update({
        "seat": seat, "pirates": model.pirates,
        "end_round": model.last_round, "roles_shown": model.shown,
        "deck": None, "deck_size": len(model.deck),
        "discard": None, "discard_size": len(model.discard),
        "roles_left": sorted(model.roles_left)
        if model.shown or choosing else None,
        "roles_seen": None if seat is None or
        model.players[seat].seen is None
        else sorted(model.players[seat].seen),
        "sides": view_sides(model),
        "islands": [view_island(model, i) for i in from_ship(model)]})
    for s, item in enumerate(told["players"]):
        player = model.players[s]
        item.update(hand_size=len(player.hand), aside_size=player.laid(),
                    drawn_size=len(player.drawn),
                    sold=view_sold(model, player),
                    goal=view_goal(model, player) if s == seat else None,
                    keep=model.lacks(s)
                    if s == seat and player.drawn else None)
        if s != seat:
            item.update(hand=None, aside=None, drawn=None)
            if not model.shown:
                item["role"] = None
    return told


def from_ship(model):
    at = model.ring.index(model.ship)
    return model.ring[at:] + model.ring[:at]


def view_goal(model, player):
    steps = len(player.hand) + player.laid()
    island = from_ship(model)[steps % 12]
    return {"island": island, "steps": steps, "ship": ISLANDS[island][4]}


def view_sides(model):
    if model.stage != "fight":
        return None
    loyal = rebel = 0
    for seat, player in enumerate(model.players):
        fights = player.open.count("conflict")
        if seat == model.captain or player.role == "mate":
            loyal += fights + (player.role == "mate")
        elif player.role in ("mutineer", "cabin-boy"):
            rebel += fights
    return {"loyal": loyal, "rebel": rebel}


def view_sold(model, player):
    if player.sold is None:
        return None
    return [{"card": k, "number": n, "island": m}
            for (k, n), m in zip(player.sold, model.markets()) if n]


def view_island(model, name):
    kind, alone, two, three, ship = ISLANDS[name]
    return {"id": name, "buys": kind, "alone": alone, "two": two,
            "three": three, "ship": ship, "here": name == model.ship,
            "steps": (model.ring.index(name)
                      - model.ring.index(model.ship)) % 12,
            "active": name in model.active,
            "pirates": name == model.pirate_ship,
            "captain_goes": name == model.goes["captain"],
            "mutineer_goes": name == model.goes["mutineer"]}


def sort_unordered(told):
    """A state or view of the program with what has no order sorted."""
    for key in ("active", "discard", "roles_left", "roles_seen"):
        if told.get(key) is not None:
            told[key] = sorted(told[key])
    return told
