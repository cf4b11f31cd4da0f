# SPDX-License-Identifier: ISC
"""Ratings computed from records, written from turnpost-rating(1) alone.

ratings(records) gives {(game, who): [mu, sigma, matches, won]}; who is the
number of a person or the level of a robot."""

from math import floor, sqrt

MU, SIGMA = 25.0, 25.0 / 3
BETA, TAU = SIGMA / 2, 25.0 / 300


def minus_exp(x):
    y, e = -x, 1.0
    for _ in range(10):
        y = y / 2
    for i in range(8, 0, -1):
        e = 1 + y * e / i
    for _ in range(10):
        e = e * e
    return e


def match(seats):
    """seats: [(mu, sigma, place)]; the new [(mu, sigma)]."""
    v = [sigma * sigma + TAU * TAU for _, sigma, _ in seats]
    total = 0.0
    for one in v:
        total = total + (one + BETA * BETA)
    c = sqrt(total)
    best = max(mu for mu, _, _ in seats)
    s = [minus_exp((best - mu) / c) for mu, _, _ in seats]
    below, equal = [], []
    for _, _, place in seats:
        part = 0.0
        for strength, (_, _, other) in zip(s, seats):
            if other >= place:
                part = part + strength
        below.append(part)
        equal.append(sum(other == place for _, _, other in seats))
    after = []
    for i, (mu, _, place) in enumerate(seats):
        omega = delta = 0.0
        for q, (_, _, other) in enumerate(seats):
            if other > place:
                continue
            p = s[i] / below[q]
            omega = omega + ((1 if q == i else 0) - p) / equal[q]
            delta = delta + p * (1 - p) / equal[q]
        h = v[i] / c
        k = max(1 - sqrt(v[i]) / c * (delta * (h / c)), 0.0001)
        after.append((mu + omega * h, sqrt(v[i]) * sqrt(k)))
    return after


def places(record, winners):
    """As the page has it: winners first, then by points."""
    points = record["scores"]
    return [1 + sum(w and not won or (w == won and not w and other > own)
                    for w, other in zip(winners, points))
            for won, own in zip(winners, points)]


def note(found, game, who, seats, wanted):
    if len(set(who)) < 2:
        return
    before = [(*found.get((game, one), [MU, SIGMA])[:2], place)
              for one, place in zip(who, seats)]
    best, seen = min(seats), set()
    for one, place, (mu, sigma) in zip(who, seats, match(before)):
        if one in seen or not wanted(one):
            continue
        seen.add(one)
        _, _, matches, won = found.get((game, one), [0, 0, 0, 0])
        yield (game, one), [mu, sigma, matches + 1, won + (place == best)]


def is_person(who):
    return isinstance(who, int)


def ratings(records, winners_of):
    """winners_of(record): for each seat whether it won."""
    found = {}
    for record in sorted(records, key=lambda r: (r["ended"], r["match"])):
        placed = [(player.get("rated"), place) for player, place in zip(
            record["players"], places(record, winners_of(record)))
            if "rated" in player]
        people = [one for one in placed if is_person(one[0])]
        new = {}
        for part, wanted in ((people, is_person),
                             (placed, lambda who: not is_person(who))):
            if part:
                new.update(note(found, record["game"],
                                *zip(*part), wanted))
        found.update(new)
    return found


def points(mu, sigma):
    return floor(1500 + (mu - 25) * 60 + 0.5), floor(sigma * 60 + 0.5)
