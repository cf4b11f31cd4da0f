/* SPDX-License-Identifier: ISC */
/*
 * Rules of thumb for robots: how near the bridges are to standing, by the board
 * alone.  All players see it.
 */
#include "games/fourth-bridge/state.h"

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
	int laid, doubles; /* logs of a colour that is laid already */
	int fits; /* how many of the logs waiting would be well laid in turn */
	bool blocked; /* the next log would spoil it */
	unsigned colours; /* set: laid, or of waiting logs that fit */
	bool wanted; /* one of the nearest to standing: four are needed */
};

static struct site
look(const struct field *f)
{
	struct site site = { .laid = f->nbridge };
	int doubles;

	for (int i = 0; i < f->nbridge; i++) {
		site.doubles += (site.colours & 1u << f->bridge[i]) != 0;
		site.colours |= 1u << f->bridge[i];
	}
	doubles = site.doubles;
	for (int i = f->nlogs - 1;
	     i >= 0 && site.laid + site.fits < BRIDGE_LOGS; i--) {
		doubles += (site.colours & 1u << f->log[i]) != 0;
		if (doubles > 1) {
			site.blocked = site.fits == 0;
			break;
		}
		site.colours |= 1u << f->log[i];
		site.fits++;
	}
	return site;
}

bool
fourth_can_stand(const struct field *f)
{
	return look(f).doubles <= 1;
}

static int
site_worth(const struct site *site)
{
	if (site->doubles > 1)
		return SPOILT + SPOILT_LOG * site->laid;
	return LAID * site->laid + DOUBLE * site->doubles +
	       WAITING * site->fits + (site->blocked ? BLOCKED : 0);
}

/* What logs of that colour are still wanted for. */
static bool
takes(const struct site *site, int colour)
{
	return site->wanted && site->doubles <= 1 &&
	       !(site->colours & 1u << colour);
}

/* The cart's logs, of which no more are of use than are missing. */
static int
cart_worth(const struct board *b, const struct site sites[FIELDS], int missing)
{
	int worth = 0;

	for (int k = b->nstack - 1; k >= 0 && missing > 0; k--) {
		bool fits = false;

		for (int i = 0; i < FIELDS && !fits; i++)
			fits = takes(&sites[i], b->stack[k]);
		worth += fits ? ON_CART : USELESS;
		missing -= fits;
	}
	return worth;
}

/* How far cart and carpenter have to go to where they are wanted. */
static int
ways_worth(const struct board *b, const struct site sites[FIELDS])
{
	int cart = FIELDS, carpenter = FIELDS;

	for (int i = 0; i < FIELDS; i++) {
		const struct site *site = &sites[i];
		bool load = b->nstack == 0 && b->field[i].place == FOREST;
		bool unload = b->nstack > 0 &&
			      site->laid + site->fits < BRIDGE_LOGS &&
			      takes(site, b->stack[b->nstack - 1]);

		if (load || unload)
			cart =
			    fourth_least(cart, (i - b->cart + FIELDS) % FIELDS);
		if (site->wanted && (site->fits > 0 || site->doubles > 1))
			carpenter = fourth_least(
			    carpenter, (i - b->carpenter + FIELDS) % FIELDS);
	}
	return STEP * (cart + carpenter);
}

/* The best of those not yet wanted, or NULL. */
static struct site *
next_site(const struct board *b, struct site sites[FIELDS])
{
	struct site *best = NULL;

	for (int i = 0; i < FIELDS; i++)
		if (b->field[i].place == VILLAGE && b->field[i].value == 0 &&
		    !sites[i].wanted &&
		    (best == NULL || site_worth(&sites[i]) > site_worth(best)))
			best = &sites[i];
	return best;
}

int
fourth_progress(const struct board *b)
{
	struct site sites[FIELDS], *site;
	int sum = STANDING * b->standing + LOST_LOG * b->nlost, missing = 0;

	for (int i = 0; i < FIELDS; i++)
		sites[i] = look(&b->field[i]);
	for (int k = b->standing;
	     k < BRIDGES && (site = next_site(b, sites)) != NULL; k++) {
		site->wanted = true;
		sum += site_worth(site);
		missing += BRIDGE_LOGS - site->laid - site->fits;
	}
	return sum + cart_worth(b, sites, missing) + ways_worth(b, sites);
}
