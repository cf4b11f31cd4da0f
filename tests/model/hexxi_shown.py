# SPDX-License-Identifier: ISC
"""What the engine protocol shows of a play of the model of Pirates HEXXI."""

import json

from hexxi import VALUE


def result(model):
    over = model.stage == "over"
    return {"over": over, "scores": list(model.scores),
            "winners": [s for s in range(model.seats) if over and
                        model.scores[s] == max(model.scores)]}


def in_any_order(items):
    return sorted(items, key=lambda item: json.dumps(item, sort_keys=True))


def told_reserve(tokens, hidden=False):
    return in_any_order({"kind": None if hidden and not t.up else t.kind,
                         "up": t.up} for t in tokens)


def told_taken(tokens):
    return in_any_order({"owner": t.owner, "kind": t.kind} for t in tokens)


def state(model):
    """Everything, with what has no order sorted."""
    return {
        "turn": model.turn, "order": list(model.order),
        "scores": list(model.scores),
        "fields": {n: t.told() for n, t in model.fields.items()},
        "hands": [dict(hand) for hand in model.hands],
        "reserves": [told_reserve(r) for r in model.reserves],
        "taken": [told_taken(t) for t in model.taken],
        "bids": list(model.bids), "out": list(model.out),
        "circuit": model.circuit}


def stage(model):
    return {"place": "placement", "pay": "placement", "shift": "placement",
            "bid": "confrontation", "act": "confrontation",
            "over": "over"}[model.stage]


def view(model, seat):
    """What a seat (None: an onlooker) may know."""
    told = state(model)
    seats = range(model.seats)
    told.update(
        side=model.board.side, circuits=model.circuits, stage=stage(model),
        acting=model.stage == "act",
        seat=seat,
        bids=[b if s == seat else None for s, b in enumerate(model.bids)],
        bid_in=[b is not None for b in model.bids],
        hands=[dict(h) if s == seat else None
               for s, h in enumerate(model.hands)],
        hand_sizes=[model.hand_size(s) for s in seats],
        reserves=[told_reserve(r, s != seat)
                  for s, r in enumerate(model.reserves)],
        rows=view_rows(model, seat), scouted=view_scouted(model))
    for token in told["fields"].values():
        hide(token, seat)
    told["players"] = [{
        "base": model.corner[s], "score": model.scores[s],
        "hand": told["hands"][s], "hand_size": told["hand_sizes"][s],
        "reserve": told["reserves"][s],
        "reserve_size": len(model.reserves[s]), "taken": told["taken"][s],
        "place": model.order.index(s) + 1, "out": s in model.out,
        "bid": told["bids"][s], "bid_in": told["bid_in"][s],
        "staked": view_staked(model, s),
        "far": model.far[s], "far_edges": view_far_edges(model, s),
        "rivals": view_rivals(model, s), "tokens": view_tokens(model, s, seat),
        "hand_counts": [{"kind": kind, "n": model.hands[s][kind]}
                        for kind in VALUE if model.hands[s][kind]]
        if s == seat else None,
        "base_taken": not any(
            t.kind == "base" and t.owner == s
            for t in model.fields.values())} for s in seats]
    return told


def face(token, seat):
    if token.up:
        return token.kind
    return "own-" + token.kind if token.owner == seat else "down"


def view_far_edges(model, s):
    corners = model.board.corners
    at = corners.index(model.corner[s])
    return [{"from": corner, "to": corners[(at + 3) % 6]} for corner in
            sorted(corners[(at + i) % 6] for i in (2, 4))]


def view_rivals(model, s):
    if model.stage != "bid":
        return []
    return sorted(other for group in model.groups if s in group
                  for other in group if other != s)


def view_tokens(model, s, seat):
    return [{"field": name, "face": face(model.fields[name], seat)}
            for name in model.board.names if name in model.fields
            and model.fields[name].owner == s
            and model.fields[name].kind != "base"]


def hide(token, seat):
    if not token["up"] and token["owner"] != seat:
        token["kind"] = None
    return token


def view_rows(model, seat):
    nothing = {"owner": None, "kind": None, "up": False}
    return [{"row": letter, "fields": [{
        "field": name,
        "face": face(model.fields[name], seat) if name in model.fields
        else None,
        "far": [s for s in range(model.seats) if name in model.far[s]],
        **(hide(model.fields[name].told(), seat) if name in model.fields
           else nothing)} for name in names]}
        for letter, names in model.board.rows]


def view_staked(model, seat):
    """What a seat bid in the last confrontation that has begun."""
    tied = any(len(group) > 1 and seat in group for group in model.equal)
    return model.paid[seat] if tied and model.bids_shown else None


def view_scouted(model):
    if model.scouted is None:
        return None
    token = model.fields[model.scouted]
    return {"seat": model.at, "field": model.scouted, "owner": token.owner,
            "kind": token.kind, "value": VALUE[token.kind]}


def sort_unordered(told):
    """A state or view of the program with what has no order sorted."""
    for key in ("reserves", "taken"):
        told[key] = [in_any_order(items) for items in told[key]]
    for player in told.get("players", []):
        for key in ("reserve", "taken"):
            player[key] = in_any_order(player[key])
    return told
