# SPDX-License-Identifier: ISC
"""What the engine protocol shows of a play of the model of Fourth Bridge."""

from fourth_bridge import CARDS, COLOURS, VALUES


def result(model):
    told = {"over": bool(model.board.ended), "scores": model.scores(),
            "winners": model.winners()}
    if model.board.ended:
        told.update(ended=model.board.ended, roles=list(model.roles))
    return told


def open_to_all(model):
    """What state and view have in common."""
    board = model.board
    return {
        "turn": model.turn, "active": model.active,
        "given": [{"seat": s, "card": card} for s, card in model.given],
        "cart": {"at": board.cart + 1, "stack": list(board.stack)},
        "carpenter": board.carpenter + 1, "lost": len(board.lost)}


def field(place):
    return {"kind": place.kind, "logs": list(place.logs),
            "bridge": list(place.bridge), "value": place.value}


def state(model):
    return {**open_to_all(model), "hand": list(model.hand),
            "roles": list(model.roles), "bag": list(model.board.bag),
            "scores": model.scores(),
            "ring": [field(place) for place in model.board.ring]}


def points(place, next_value):
    """What the five logs of its bridge bring, once that stands."""
    value = next_value if place.value is None else place.value
    if place.kind == "forest" or value is None:
        return []
    return [value - 4 + i for i in range(5)]


def near(place):
    """How many of its logs pictures show one by one."""
    return len(place.logs) if len(place.logs) <= 5 else 3


def obstacles(model):
    """What the card of the one who moves allows, but not at once."""
    if "do" not in model.pending().values():
        return []
    board = model.board
    here, site = board.ring[board.cart], board.ring[board.carpenter]
    why = {
        "load": "cart-full" if len(board.stack) == 4 else
        None if here.logs else "no-log-to-load",
        "unload": None if board.stack else "cart-empty",
        "build": "build-forest" if site.kind == "forest" else
        "bridge-stands" if site.value is not None else
        None if site.logs else "no-log-to-build"}
    allowed = CARDS[model.card(model.mover())]
    return [{"action": action, "why": reason}
            for action, reason in why.items()
            if action in allowed and reason]


def view(model, seat):
    """What a seat (None: an onlooker) may know."""
    board = model.board
    over = bool(board.ended)
    standing = len(board.standing())
    next_value = VALUES[standing] if standing < 4 else None
    return {
        **open_to_all(model), "seat": seat,
        "hand": list(model.hand) if seat == model.active else None,
        "hand_size": len(model.hand),
        "ring": [{
            **field(place), "field": i + 1, "cart": i == board.cart,
            "village": place.kind == "village",
            "slots": [] if place.kind == "forest" else
            (list(place.bridge) + 5 * ["none"])[:5],
            "points": points(place, next_value),
            "near": place.logs[:near(place)],
            "beyond": len(place.logs) - near(place) or None,
            "load": list(board.stack) if i == board.cart else [],
            "carpenter": i == board.carpenter,
            "missing": 0 if place.value is not None
            else 5 - len(place.bridge)}
            for i, place in enumerate(board.ring)],
        "obstacles": obstacles(model),
        "bag_size": len(board.bag),
        "lost_logs": sorted(board.lost, key=COLOURS.index),
        "standing": standing,
        "next_value": next_value,
        "turn_limit": model.turn_limit, "endless": model.turn_limit == 0,
        "over": over, "ended": board.ended,
        "scores": model.scores() if over else None,
        "players": [{
            "role": model.roles[s] if over or s == seat else None,
            "card": model.card(s), "moved": s in model.moved,
            "waits": model.card(s) is None and s != model.active,
            "active": s == model.active} for s in range(model.seats)]}
