/* SPDX-License-Identifier: ISC */
/*
 * Rules of thumb for robots: how near the bridges are to standing, and what
 * points they promise, by the board alone.  All players see it.
 */
#include "games/fourth-bridge/state.h"

#include <string.h>

/* Thousandths of four bridges.  On its way from the forest into a bridge a log
 * gains more by each step than cart and carpenter may have to go after it. */
enum {
	STANDING = 250, /* a bridge that stands */
	LAID = 42, /* a log of a bridge that can stand */
	DOUBLE = -12, /* of a colour that is laid already */
	WAITING = 26, /* a log at a site where it fits */
	BLOCKED = -20, /* one that would spoil the bridge, if it is the next */
	ON_CART = 15, /* a log on the cart that fits somewhere */
	USELESS = -4, /* one that fits nowhere */
	STEP = -2, /* from where cart or carpenter is wanted */
	LOST_LOG = -12,
	SPOILT = -60, /* a bridge that cannot stand any more */
	SPOILT_LOG = 12, /* which must be finished to be pulled down */
};

/* A bridge in the making, and the logs that lie before it. */
struct site {
	uint8_t at; /* its field */
	uint8_t laid, doubles; /* logs of a colour that is laid already */
	uint8_t fits; /* logs waiting that would be well laid in turn */
	bool blocked; /* the next log would spoil it */
	bool spare; /* no colour is twice among laid and fitting logs */
	uint8_t colours; /* set: of laid logs, and of waiting ones that fit */
	int16_t worth;
};

/* All that could be built, the nearest to standing first. */
struct sites {
	struct site site[FIELDS];
	int n, wanted;
};

static int
site_worth(const struct site *site)
{
	if (site->doubles > 1)
		return SPOILT + SPOILT_LOG * site->laid;
	return LAID * site->laid + DOUBLE * site->doubles +
	       WAITING * site->fits + (site->blocked ? BLOCKED : 0);
}

static struct site
look(const struct field *f, int at)
{
	struct site site = { .at = (uint8_t)at, .laid = f->nbridge };
	unsigned colours = 0, doubles = 0, fits = 0, most;

	for (unsigned i = 0; i < f->nbridge; i++) {
		doubles += colours >> f->bridge[i] & 1u;
		colours |= 1u << f->bridge[i];
	}
	site.doubles = (uint8_t)doubles;
	most = BRIDGE_LOGS - f->nbridge;
	if (most > f->nlogs)
		most = f->nlogs;
	for (; fits < most; fits++) {
		unsigned log = f->log[f->nlogs - 1 - fits];

		doubles += colours >> log & 1u;
		if (doubles > 1) {
			site.blocked = fits == 0;
			break;
		}
		colours |= 1u << log;
	}
	site.fits = (uint8_t)fits;
	site.spare = doubles == 0;
	site.colours = (uint8_t)colours;
	site.worth = (int16_t)site_worth(&site);
	return site;
}

static void
look_around(const struct board *b, struct sites *all)
{
	all->n = 0;
	for (int i = 0; i < FIELDS; i++) {
		const struct field *f = &b->field[i];
		struct site site;
		int k = all->n;

		if (f->place != VILLAGE || f->value != 0)
			continue;
		site = look(f, i);
		for (; k > 0 && all->site[k - 1].worth < site.worth; k--)
			all->site[k] = all->site[k - 1];
		all->site[k] = site;
		all->n++;
	}
	all->wanted = fourth_least(all->n, BRIDGES - b->standing);
}

/* What logs of that colour are still wanted for. */
static bool
takes(const struct site *site, int colour)
{
	return site->doubles <= 1 && !(site->colours & 1u << colour);
}

/* Does one of the nearest bridges to standing take it? */
static bool
is_taken(const struct sites *all, int colour)
{
	for (int i = 0; i < all->wanted; i++)
		if (takes(&all->site[i], colour))
			return true;
	return false;
}

bool
fourth_wants(const struct board *b, int colour)
{
	struct sites all;

	look_around(b, &all);
	return is_taken(&all, colour);
}

/* The cart's logs, of which no more are of use than are missing. */
static int
cart_worth(const struct board *b, const struct sites *all, int missing)
{
	int worth = 0;

	for (int k = b->nstack - 1; k >= 0 && missing > 0; k--) {
		bool fits = is_taken(all, b->stack[k]);

		worth += fits ? ON_CART : USELESS;
		missing -= fits;
	}
	return worth;
}

static int
way(int from, int to)
{
	return to >= from ? to - from : to - from + FIELDS;
}

/* How far cart and carpenter have to go to where they are wanted. */
static int
ways_worth(const struct board *b, const struct sites *all)
{
	int cart = FIELDS, carpenter = FIELDS;

	for (int i = 0; i < FORESTS && b->nstack == 0; i++)
		cart = fourth_least(cart, way(b->cart, b->forest[i]));
	for (int i = 0; i < all->wanted; i++) {
		const struct site *site = &all->site[i];

		if (b->nstack > 0 && site->laid + site->fits < BRIDGE_LOGS &&
		    takes(site, b->stack[b->nstack - 1]))
			cart = fourth_least(cart, way(b->cart, site->at));
		if (site->fits > 0 || site->doubles > 1)
			carpenter = fourth_least(
			    carpenter, way(b->carpenter, site->at));
	}
	return STEP * (cart + carpenter);
}

static int
progress_of(const struct board *b, const struct sites *all)
{
	int sum = STANDING * b->standing + LOST_LOG * b->nlost, missing = 0;

	for (int i = 0; i < all->wanted; i++) {
		const struct site *site = &all->site[i];

		sum += site->worth;
		missing += BRIDGE_LOGS - site->laid - site->fits;
	}
	return sum + cart_worth(b, all, missing) + ways_worth(b, all);
}

int
fourth_progress(const struct board *b)
{
	struct sites all;

	look_around(b, &all);
	return progress_of(b, &all);
}

/* ---- points ---- */

/* In 1/100: how likely logs of a bridge will bring points, by the number laid;
 * and the part of it for those that only lie there, or are still missing. */
static const uint8_t laid_chance[BRIDGE_LOGS] = { 20, 30, 45, 60, 80 };
enum { IF_WAITING = 60, IF_MISSING = 50 };

/* Of the log laid as number k, counted from 0. */
static int
log_points(int value, int k)
{
	return value - (BRIDGE_LOGS - 1 - k);
}

/*
 * Of a site whose bridge would get that value: what lies there counts by its
 * place, and each colour that is missing may still get one of the later places,
 * which bring more.  So a Builder is in no haste to lay the builder's own log
 * first, nor gives up on a bridge that has none yet.
 */
static void
add_site(const struct field *f, const struct site *site, int value,
    int points[COLOURS])
{
	int chance = laid_chance[site->laid];
	int length = site->laid + site->fits, left = BRIDGE_LOGS - length;
	int missing = 0, later;

	for (int k = 0; k < site->laid; k++)
		points[f->bridge[k]] += chance * log_points(value, k);
	for (int k = site->laid; k < length; k++)
		points[f->log[f->nlogs - 1 - (k - site->laid)]] +=
		    chance * IF_WAITING / 100 * log_points(value, k);
	for (int c = 0; c < COLOURS; c++)
		missing += (site->colours & 1u << c) == 0;
	if (missing == 0 || left == 0)
		return;
	/* The mean of the places left; of one a colour that is there already
	 * gets a half, if that is still allowed. */
	later = chance * IF_MISSING / 100 *
		(log_points(value, length) + value) / 2 *
		fourth_least(2 * left - site->spare, 2 * missing) /
		(2 * missing);
	for (int c = 0; c < COLOURS; c++)
		if ((site->colours & 1u << c) == 0)
			points[c] += later;
}

static void
add_standing(const struct field *f, int points[COLOURS])
{
	for (int k = 0; k < BRIDGE_LOGS; k++)
		points[f->bridge[k]] += 100 * log_points(f->value, k);
}

void
fourth_promise(const struct board *b, struct promise *p)
{
	struct sites all;

	memset(p, 0, sizeof(*p));
	look_around(b, &all);
	p->progress = progress_of(b, &all);
	for (int i = 0; i < FIELDS; i++)
		if (b->field[i].value != 0)
			add_standing(&b->field[i], p->points);
	for (int i = 0; i < all.wanted; i++)
		if (all.site[i].doubles <= 1)
			add_site(&b->field[all.site[i].at], &all.site[i],
			    fourth_value(b->standing + i), p->points);
}
