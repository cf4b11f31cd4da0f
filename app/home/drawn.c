/* SPDX-License-Identifier: ISC */
/*
 * Letters of one moment share pictures, and pictures share sprites.  The last
 * pictures stay in memory.  Sprites and pictures go into the database when the
 * caller says so: a picture is drawn between two transactions, and "outbox
 * show" writes nothing.
 */
#include "app/home/drawn.h"

#include "app/home/home.h"
#include "base/err.h"
#include "base/log.h"
#include "base/seconds.h"
#include "render/picture/picture.h"
#include "render/picture/sprites.h"
#include "store/mails/pictures.h"
#include "store/mails/sprites.h"
#include "store/meta.h"
#include "store/transaction.h"

#include <string.h>

#define ABLE "pictures.able" /* "yes 1795262400" or "no 1795262400" */
#define ABLE_FOR DAY /* seconds until that is asked again */
#define UNABLE_FOR INT64_C(3600)
#define LAST 8 /* pictures in memory, of some 70 KB each */
#define FRESH 32 /* that wait to be written: letters are sent by hundreds */

struct last {
	char *hash;
	GBytes *png;
};

static void
last_clear(struct last *last)
{
	g_clear_pointer(&last->hash, g_free);
	g_clear_pointer(&last->png, g_bytes_unref);
}

static void
last_free(void *data)
{
	last_clear(data);
	g_free(data);
}

/* To be written. */
struct made {
	char *name;
	GBytes *packed; /* NULL: it is there, and was used */
};

struct drawn {
	struct sprites *sprites;
	GArray *made; /* struct made */
	GQueue fresh; /* struct last: pictures to be written */
	struct last last[LAST];
	size_t next; /* of last: the oldest */
	bool lacked; /* pieces had to be drawn */
};

/* ---- sprites ---- */

static void
note_made(struct drawn *d, const char *name, GBytes *packed)
{
	const struct made made = { g_strdup(name),
		packed != NULL ? g_bytes_ref(packed) : NULL };

	g_array_append_val(d->made, made);
}

static void
made_clear(void *data)
{
	struct made *made = data;

	g_free(made->name);
	g_clear_pointer(&made->packed, g_bytes_unref);
}

static int
find_sprite(void *arg, const char *name, GBytes **packed)
{
	struct home *home = arg;
	bool stale;

	if (store_sprite(home->store, name, home->now, packed, &stale) == -1)
		return -1;
	if (stale)
		note_made(home->drawn, name, NULL);
	return 0;
}

static int
keep_sprite(void *arg, const char *name, GBytes *packed)
{
	struct home *home = arg;

	if (!g_str_has_prefix(name, SPRITES_PALETTE))
		home->drawn->lacked = true;
	note_made(home->drawn, name, packed);
	return 0;
}

static struct drawn *
drawn_of(struct home *home)
{
	const struct sprite_keeper keeper = { find_sprite, keep_sprite, home };
	struct drawn *d = home->drawn;

	if (d != NULL)
		return d;
	home->drawn = d = g_new0(struct drawn, 1);
	d->sprites = sprites_new(&keeper);
	d->made = g_array_new(FALSE, FALSE, sizeof(struct made));
	g_array_set_clear_func(d->made, made_clear);
	return d;
}

/* ---- the libraries ---- */

static bool
still_holds(const struct home *home)
{
	int64_t age = home->now - home->able_asked;

	return home->able_asked != 0 && age >= 0 &&
	       age < (home->able ? ABLE_FOR : UNABLE_FOR);
}

/* What was found out by an earlier process. */
static int
read_able(struct home *home)
{
	g_autofree char *kept = NULL;
	const char *at;

	if (store_meta_get(home->store, ABLE, &kept) == -1)
		return -1;
	if (kept == NULL || (at = strchr(kept, ' ')) == NULL)
		return 0;
	home->able = g_str_has_prefix(kept, "yes");
	home->able_asked = g_ascii_strtoll(at, NULL, 10);
	return 0;
}

static int
keep_able(struct home *home)
{
	g_autofree char *found = g_strdup_printf("%s %" G_GINT64_FORMAT,
	    home->able ? "yes" : "no", home->able_asked);

	home->able_lost = false;
	return store_meta_set(home->store, ABLE, found);
}

static int
find_able(struct home *home)
{
	struct err why = { 0 };

	home->able = picture_able(&why);
	home->able_asked = home->now;
	if (!home->able)
		log_warn("pictures-impossible", "letters have no pictures: %s",
		    why.text);
	return keep_able(home);
}

void
drawn_unable(struct home *home)
{
	home->able_lost = true;
	home->able = false;
	home->able_asked = home->now;
}

int
drawn_able(struct home *home, bool *able)
{
	if (!still_holds(home) && read_able(home) == -1)
		return -1;
	if (!still_holds(home) && find_able(home) == -1)
		return -1;
	*able = home->able;
	return 0;
}

/* ---- what was made ---- */

static int
keep_made(struct home *home, const struct drawn *d)
{
	if (home->able_lost && keep_able(home) == -1)
		return -1;
	if (d == NULL)
		return 0;
	for (const GList *at = d->fresh.head; at != NULL; at = at->next) {
		const struct last *one = at->data;

		if (store_picture_drawn(home->store, one->hash, one->png) == -1)
			return -1;
	}
	for (guint i = 0; i < d->made->len; i++) {
		const struct made *one =
		    &g_array_index(d->made, struct made, i);
		int r =
		    one->packed != NULL
			? store_sprite_add(
			      home->store, one->name, one->packed, home->now)
			: store_sprite_use(home->store, one->name, home->now);

		if (r == -1)
			return -1;
	}
	return 0;
}

void
drawn_keep(struct home *home)
{
	struct drawn *d = home->drawn;
	bool any = d != NULL && (d->made->len > 0 || d->fresh.length > 0);
	struct err why = { 0 }, *outer;
	int r;

	if (!any && !home->able_lost)
		return;
	outer = home_errors(home, &why);
	IN_TRANSACTION(home->store, r, keep_made(home, d));
	home_errors(home, outer);
	if (r == -1)
		log_warn("sprites-not-kept",
		    "pictures or pieces of them are not kept: %s", why.text);
	if (d == NULL)
		return;
	g_array_set_size(d->made, 0);
	g_queue_clear_full(&d->fresh, last_free);
}

/* ---- pictures ---- */

static GBytes *
find_last(const struct drawn *d, const char *hash)
{
	for (size_t i = 0; i < LAST; i++)
		if (d->last[i].hash != NULL &&
		    strcmp(d->last[i].hash, hash) == 0)
			return g_bytes_ref(d->last[i].png);
	return NULL;
}

static struct last
last_of(const char *hash, GBytes *png)
{
	return (struct last){ g_strdup(hash), g_bytes_ref(png) };
}

static void
note_last(struct drawn *d, const char *hash, GBytes *png)
{
	struct last *last = &d->last[d->next++ % LAST];

	last_clear(last);
	*last = last_of(hash, png);
}

static void
note_fresh(struct drawn *d, const char *hash, GBytes *png)
{
	const struct last fresh = last_of(hash, png);

	g_queue_push_tail(&d->fresh, g_memdup2(&fresh, sizeof(fresh)));
	if (d->fresh.length > FRESH)
		last_free(g_queue_pop_head(&d->fresh));
}

int
drawn_png(struct home *home, const char *hash, GBytes **png)
{
	struct drawn *d = drawn_of(home);
	struct kept_picture kept;

	if ((*png = find_last(d, hash)) != NULL)
		return 0;
	if (store_picture(home->store, hash, &kept) == -1)
		return -1;
	*png = g_steal_pointer(&kept.png);
	if (kept.svg != NULL) {
		*png =
		    picture_png(kept.svg, PICTURE_WIDTH, d->sprites, home->err);
		kept_picture_clear(&kept);
		if (*png == NULL)
			return -1;
		note_fresh(d, hash, *png);
	}
	if (*png != NULL)
		note_last(d, hash, *png);
	return 0;
}

bool
drawn_lacked(const struct home *home)
{
	return home->drawn != NULL && home->drawn->lacked;
}

void
drawn_lack_nothing(struct home *home)
{
	if (home->drawn != NULL)
		home->drawn->lacked = false;
}

int
drawn_prepare(struct home *home, const char *svg)
{
	return picture_prepare(
	    svg, PICTURE_WIDTH, drawn_of(home)->sprites, home->err);
}

void
drawn_free(struct drawn *d)
{
	if (d == NULL)
		return;
	for (size_t i = 0; i < LAST; i++)
		last_clear(&d->last[i]);
	g_array_unref(d->made);
	g_queue_clear_full(&d->fresh, last_free);
	sprites_free(d->sprites);
	g_free(d);
}

int
drawn_forget(struct home *home)
{
	g_clear_pointer(&home->drawn, drawn_free);
	if (store_meta_set(home->store, DRAWN_PREPARED, NULL) == -1)
		return -1;
	if (store_pictures_drop(home->store, INT64_MAX) == -1)
		return -1;
	return store_sprites_drop(home->store, INT64_MAX);
}
