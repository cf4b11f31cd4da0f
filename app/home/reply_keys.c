/* SPDX-License-Identifier: ISC */
/*
 * The secrets of which reply keys are made.  New letters use the newest one;
 * keys of a secret that was replaced stay good for a while, as letters that
 * are out hold them, and then only tell which seat is meant.
 *
 * The first secret of a home is also that of serials, envelope senders and
 * codes, which must not change: it stays where it is (meta "secret").
 */
#include "app/home/reply_keys.h"

#include "app/home/home.h"
#include "base/err.h"
#include "base/seconds.h"
#include "core/chance.h"
#include "mail/key.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "store/matches/seats.h"
#include "store/meta.h"
#include "store/transaction.h"

#include <string.h>

#define GOOD_FOR (60 * DAY) /* after it was replaced */
#define KNOWN_FOR (365 * DAY)

#define EPOCHS_MAX 20 /* of a seat, whose tags letters that are kept hold */

struct secret {
	int version;
	int64_t made, replaced; /* 0: unknown; in use */
	unsigned char bytes[SECRET_SIZE];
};

/* ---- as JSON in meta "keys", newest first ---- */

static int
read_secret(const struct home *home, json_t *item, struct secret *s)
{
	const char *hex = json_string_value(json_object_get(item, "secret"));

	s->version = (int)json_integer_value(json_object_get(item, "version"));
	s->made = json_integer_value(json_object_get(item, "made"));
	s->replaced = json_integer_value(json_object_get(item, "replaced"));
	if (s->version == 1)
		memcpy(s->bytes, home->secret, SECRET_SIZE);
	else if (hex == NULL || !seed_from_hex(hex, s->bytes))
		return -1;
	return s->version < 1 ? -1 : 0;
}

static json_t *
write_secrets(const GArray *secrets)
{
	json_t *list = json_array();

	for (guint i = 0; i < secrets->len; i++) {
		const struct secret *s =
		    &g_array_index(secrets, struct secret, i);
		json_t *item = json_pack("{s:i, s:I, s:I}", "version",
		    s->version, "made", (json_int_t)s->made, "replaced",
		    (json_int_t)s->replaced);
		char hex[SEED_HEX_SIZE];

		G_STATIC_ASSERT(SECRET_SIZE == SEED_SIZE);
		if (s->version > 1) {
			seed_to_hex(s->bytes, hex);
			json_object_set_new(item, "secret", json_string(hex));
		}
		json_array_append_new(list, item);
	}
	return list;
}

static int
save(struct home *home, const GArray *secrets, int64_t made)
{
	json_t *list = write_secrets(secrets);
	char *text = json_dumps(list, JSON_COMPACT);
	g_autofree char *date = g_strdup_printf("%lld", (long long)made);
	int r = store_meta_set(home->store, "keys", text);

	json_decref(list);
	free(text);
	return r == -1 ? -1 : store_meta_set(home->store, "key.made", date);
}

static GArray *
load(struct home *home)
{
	g_autofree char *text = NULL;
	GArray *secrets = g_array_new(FALSE, TRUE, sizeof(struct secret));
	struct secret s = { .version = 1 };
	json_t *list, *item;
	size_t i;

	if (store_meta_get(home->store, "keys", &text) == -1) {
		g_array_unref(secrets);
		return NULL;
	}
	list = text == NULL ? json_pack("[{s:i}]", "version", 1)
			    : json_loads(text, 0, NULL);
	json_array_foreach(list, i, item)
	{
		if (read_secret(home, item, &s) == -1)
			break;
		g_array_append_val(secrets, s);
	}
	if (secrets->len == 0 || secrets->len < json_array_size(list)) {
		err_set(home->err, ERR_DAMAGED,
		    "the database of %s has lost secrets of its keys; restore "
		    "a backup",
		    home->dir);
		g_clear_pointer(&secrets, g_array_unref);
	}
	json_decref(list);
	return secrets;
}

int
keys_load(struct home *home)
{
	GArray *fresh = load(home);

	if (fresh == NULL)
		return -1;
	keys_free(home);
	home->secrets = fresh;
	return 0;
}

void
keys_free(struct home *home)
{
	if (home->secrets != NULL)
		g_array_unref(home->secrets);
	home->secrets = NULL;
}

/* ---- keys ---- */

static const struct secret *
secret_at(const struct home *home, guint i)
{
	return &g_array_index(home->secrets, struct secret, i);
}

static bool
is_good(const struct secret *s, int64_t now)
{
	return s->replaced == 0 || now - s->replaced <= GOOD_FOR;
}

static void
make(const struct secret *s, const struct seat_row *row, char *key)
{
	key_make(s->bytes, row->match, row->seat, row->epoch, key);
}

void
keys_make(
    const struct home *home, const struct seat_row *row, char key[KEY_SIZE + 1])
{
	make(secret_at(home, 0), row, key);
}

enum key_age
keys_check(const struct home *home, const struct seat_row *row, const char *key)
{
	enum key_age age = KEY_UNKNOWN;
	char right[KEY_SIZE + 1];

	for (guint i = 0; i < home->secrets->len; i++) {
		make(secret_at(home, i), row, right);
		if (key_equal(right, key) && age == KEY_UNKNOWN)
			age = is_good(secret_at(home, i), home->now)
				  ? KEY_GOOD
				  : KEY_TOO_OLD;
	}
	return age;
}

/* No seat has this number. */
static struct seat_row
seat_of_person(int64_t person)
{
	return (struct seat_row){ .match = person, .seat = -2 };
}

void
keys_make_person(
    const struct home *home, int64_t person, char key[KEY_SIZE + 1])
{
	struct seat_row row = seat_of_person(person);

	keys_make(home, &row, key);
}

bool
keys_check_person(const struct home *home, int64_t person, const char *key)
{
	struct seat_row row = seat_of_person(person);

	return keys_check(home, &row, key) == KEY_GOOD;
}

/* No seat has the number -2 or one below. */
static void
make_own(const struct secret *s, int64_t person, int64_t match, int epoch,
    char key[KEY_SIZE + 1])
{
	key_make(s->bytes, match, -2 - epoch, (int)(person & 0x7fffffff), key);
}

void
keys_make_own(const struct home *home, int64_t person, int64_t match, int epoch,
    char key[KEY_SIZE + 1])
{
	make_own(secret_at(home, 0), person, match, epoch, key);
}

enum key_age
keys_check_own(const struct home *home, int64_t person, int64_t match,
    int epoch, const char *key)
{
	enum key_age age = KEY_UNKNOWN;
	char right[KEY_SIZE + 1];

	for (guint i = 0; i < home->secrets->len; i++) {
		make_own(secret_at(home, i), person, match, epoch, right);
		if (key_equal(right, key) && age == KEY_UNKNOWN)
			age = is_good(secret_at(home, i), home->now)
				  ? KEY_GOOD
				  : KEY_TOO_OLD;
	}
	return age;
}

bool
keys_tagged(
    const struct home *home, const struct seat_row *row, const char *code)
{
	char key[KEY_SIZE + 1];

	for (guint i = 0; i < home->secrets->len; i++) {
		make(secret_at(home, i), row, key);
		if (strncmp(key, code, TAG_SIZE) == 0)
			return true;
	}
	return false;
}

bool
keys_were_tagged(
    const struct home *home, const struct seat_row *row, const char *code)
{
	struct seat_row old = *row;

	for (old.epoch = MAX(0, row->epoch - EPOCHS_MAX);
	     old.epoch < row->epoch; old.epoch++)
		if (keys_tagged(home, &old, code))
			return true;
	return false;
}

/* ---- what the organiser does ---- */

static int
rotate(struct home *home, int *version)
{
	g_autoptr(GArray) secrets = load(home);
	struct secret fresh = { .made = home->now };
	struct secret *newest;

	if (secrets == NULL)
		return -1;
	newest = &g_array_index(secrets, struct secret, 0);
	newest->replaced = home->now;
	*version = fresh.version = newest->version + 1;
	seed_random(fresh.bytes);
	g_array_prepend_val(secrets, fresh);
	for (guint i = secrets->len; i > 1; i--) {
		const struct secret *s =
		    &g_array_index(secrets, struct secret, i - 1);

		if (home->now - s->replaced > KNOWN_FOR)
			g_array_remove_index(secrets, i - 1);
	}
	return save(home, secrets, home->now);
}

int
keys_rotate(struct home *home, int64_t now, int *version, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, rotate(home, version));
	return r == -1 ? -1 : keys_load(home);
}

static int
date_first(struct home *home)
{
	g_autoptr(GArray) secrets = load(home);

	if (secrets == NULL)
		return -1;
	g_array_index(secrets, struct secret, 0).made = home->now;
	return save(home, secrets, home->now);
}

int
keys_tick(struct home *home)
{
	g_autofree char *made = NULL;
	int r;

	if (store_meta_get(home->store, "key.made", &made) == -1)
		return -1;
	if (made != NULL)
		return 0;
	IN_TRANSACTION(home->store, r, date_first(home));
	return r;
}

static void
set_date(json_t *item, const char *key, int64_t at)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(at);
	g_autofree char *text =
	    at == 0 ? g_strdup("") : g_date_time_format(time, "%Y-%m-%d");

	json_object_set_new(item, key, json_string(text));
}

json_t *
show_keys(struct home *home, int64_t now, struct err *e)
{
	g_autoptr(GArray) secrets = NULL;
	json_t *list;

	home_work(home, now, e);
	secrets = load(home);
	if (secrets == NULL)
		return NULL;
	list = json_array();
	for (guint i = 0; i < secrets->len; i++) {
		const struct secret *s =
		    &g_array_index(secrets, struct secret, i);
		json_t *item =
		    json_pack("{s:i, s:s}", "key", s->version, "state",
			s->replaced == 0  ? "newest"
			: is_good(s, now) ? "good"
					  : "too old");

		set_date(item, "made", s->made);
		if (s->made != 0)
			json_object_set_new(
			    item, "days", json_integer((now - s->made) / DAY));
		set_date(item, "good_until",
		    s->replaced == 0 ? 0 : s->replaced + GOOD_FOR);
		json_array_append_new(list, item);
	}
	return list;
}
