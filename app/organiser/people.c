/* SPDX-License-Identifier: ISC */
/* What an organiser does to people and queues. */
#include "app/letters/schedule.h"

#include "base/address.h"
#include "base/log.h"

#include <string.h>

/* "NAME <ADDRESS>", both such as a person can have. */
static int
read_person(struct home *home, const char *what, const char *text, char **name,
    char **address, struct err *e)
{
	if (!address_split(text, name, address))
		return err_set(e, ERR_FORMAT,
		    "%s \"%s\" must be like \"Anna <anna@example.org>\"", what,
		    text);
	if (address_is_robot(*address, home->config->address))
		return err_set(e, ERR_FORMAT,
		    "%s \"%s\": mail from that address would be taken for a "
		    "robot's; give a person's address",
		    what, text);
	if (!name_ok(*name))
		return err_set(e, ERR_FORMAT,
		    "the name of %s \"%s\" must be 1 to 40 letters, digits, "
		    "blanks, - ' .",
		    what, text);
	return 0;
}

static struct person *
make_person(struct home *home, const char *name, const char *address,
    const char *language, int64_t now, struct err *e)
{
	struct person *person = g_new0(struct person, 1);

	person->name = g_strdup(name);
	person->address = g_strdup(address);
	person->language = g_strdup(language);
	person->zone = g_strdup("");
	person->created = now;
	if (store_person_add(home->store, person, e) == 0)
		return person;
	person_free(person);
	return NULL;
}

/* "pl" of "NAME <ADDRESS> pl", which is cut off; else the home's. */
static int
read_language(struct home *home, const char *what, char *text,
    const char **language, struct err *e)
{
	char *end = strrchr(text, '>');

	*language = home->config->language;
	if (end == NULL || end[1 + strspn(end + 1, " ")] == '\0')
		return 0;
	*language = g_intern_string(g_strstrip(end + 1));
	if (!tongue_is_there(*language)) {
		g_auto(GStrv) all = tongues_there();
		g_autofree char *there = g_strjoinv(", ", all);

		return err_set(e, ERR_FORMAT,
		    "%s \"%s\": there is no language \"%s\"; there are %s",
		    what, text, *language, there);
	}
	end[1] = '\0';
	return 0;
}

struct person *
person_meant(struct home *home, const char *what, const char *text, int64_t now,
    char **name, struct err *e)
{
	g_autofree char *own = NULL, *address = NULL;
	g_autofree char *whom = g_strdup(text);
	struct person *person;
	const char *language;

	if (read_language(home, what, whom, &language, e) == -1 ||
	    read_person(home, what, whom, &own, &address, e) == -1)
		return NULL;
	e->code = 0;
	person = store_person_by_address(home->store, address, e);
	if (person == NULL && e->code == 0)
		person = make_person(home, own, address, language, now, e);
	/* The organiser gives her address: let it be tried. */
	else if (person != NULL &&
		 g_ascii_strcasecmp(person->address, address) == 0 &&
		 bounce_reached(home, person, "notice.retried", 0, now, e) ==
		     -1) {
		person_free(person);
		return NULL;
	}
	if (person != NULL)
		*name = g_steal_pointer(&own);
	return person;
}

/*
 * Her letters go elsewhere now: all players are told, and the keys in her old
 * letters open nothing any more.
 */
static int
move_seat(struct home *home, const struct seat_row *seat, const char *notice,
    int64_t now, struct err *e)
{
	struct table *t = table_open(home, seat->match, e);
	g_autofree char *cause = NULL;
	struct seat_row *row;
	int r;

	if (t == NULL)
		return -1;
	cause = g_strdup_printf(
	    "a%lld.%lld", (long long)t->row->id, (long long)t->row->last_event);
	t->cause = cause;
	t->everyone = true;
	row = table_seat(t, seat->seat);
	row->epoch++;
	r = store_seat_update(home->store, row, e);
	if (r == 0)
		r = table_notice(
		    t, notice, json_pack("{s:s}", "who", row->name), now, e);
	if (r == 0)
		r = life_settle(t, now, e);
	table_free(t);
	return r;
}

/* Her own keys in letters to the old address are void, too. */
static int
void_own_keys(struct home *home, int64_t person, struct err *e)
{
	struct standing_row standing;

	if (store_standing(home->store, person, &standing, e) == -1)
		return -1;
	standing.epoch++;
	return store_standing_set(home->store, person, &standing, e);
}

/* own: it was her own wish. */
static int
move_person(struct home *home, const struct person *person,
    const char *old_address, bool own, int64_t now, struct err *e)
{
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, person->id, e);
	const char *notice = own ? "notice.address-own" : "notice.address";
	json_t *facts;

	if (seats == NULL)
		return -1;
	/* Who reads the old mailbox answers no question any more. */
	if (store_questions_close(home->store, person->id, now, e) == -1 ||
	    void_own_keys(home, person->id, e) == -1 ||
	    /* nor gets what has not left yet, her hand in it */
	    store_letters_moved(home->store, old_address,
		"her letters go to another address now", e) == -1 ||
	    bounce_moved(home, person, now, e) == -1)
		return -1;
	for (guint i = 0; i < seats->len; i++)
		if (move_seat(home, seats->pdata[i], notice, now, e) == -1)
			return -1;
	if (watch_moved(home, person->id, notice, now, e) == -1)
		return -1;
	/* Where the old one lies there is nobody to read it. */
	if (person->unreached != 0)
		return 0;
	facts = facts_person(home, person->name);
	json_object_set_new(facts, "own", json_boolean(own));
	return post_address(
	    home, person, old_address, "moved", facts, NULL, now, e);
}

struct person *
person_there(struct home *home, int64_t id, struct err *e)
{
	struct person *person;

	e->code = 0;
	person = store_person(home->store, id, e);
	if (person != NULL && person->address != NULL)
		return person;
	person_free(person);
	if (e->code == 0)
		err_set(
		    e, ERR_MISSING, "there is no person %lld", (long long)id);
	return NULL;
}

static void
replace_text(char **text, const char *wish)
{
	if (wish == NULL)
		return;
	g_free(*text);
	*text = g_strdup(wish);
}

static int
change_person(struct home *home, int64_t id, const struct person_wish *wish,
    bool own, int64_t now, struct err *e)
{
	struct person *person;
	g_autofree char *old = NULL, *address = NULL;
	int r;

	person = person_there(home, id, e);
	if (person == NULL)
		return -1;
	replace_text(&person->name, wish->name);
	replace_text(&person->zone, wish->zone);
	replace_text(&person->language, wish->language);
	if (wish->text != NULL)
		person->ascii = strcmp(wish->text, "ascii") == 0;
	address = wish->address == NULL ? NULL : address_plain(wish->address);
	if (address != NULL &&
	    g_ascii_strcasecmp(person->address, address) != 0) {
		old = person->address;
		person->address = g_steal_pointer(&address);
	}
	r = store_person_set(home->store, person, e);
	if (r == 0 && wish->zone != NULL)
		r = habits_zone(home, id, now, e);
	if (r == 0 && old != NULL)
		r = move_person(home, person, old, own, now, e);
	else if (r == 0 && wish->address != NULL)
		r = bounce_reached(home, person, "notice.retried", 0, now, e);
	person_free(person);
	return r;
}

static int
check_wish(const struct home *home, const struct person_wish *w, struct err *e)
{
	g_autoptr(GTimeZone) known = NULL;
	g_autofree char *address = NULL;

	if (w->name != NULL && !name_ok(w->name))
		return err_set(e, ERR_FORMAT,
		    "a name must be 1 to 40 letters, digits, blanks, - ' .");
	if (w->address != NULL && (address = address_read(w->address)) == NULL)
		return err_set(
		    e, ERR_FORMAT, "\"%s\" is no mail address", w->address);
	if (address != NULL && address_is_robot(address, home->config->address))
		return err_set(e, ERR_FORMAT,
		    "mail from \"%s\" would be taken for a robot's; give a "
		    "person's address",
		    w->address);
	if (w->zone != NULL &&
	    (known = g_time_zone_new_identifier(w->zone)) == NULL)
		return err_set(e, ERR_FORMAT,
		    "\"%s\" is no time zone like Europe/Warsaw", w->zone);
	if (w->language != NULL && !tongue_is_there(w->language)) {
		g_auto(GStrv) all = tongues_there();
		g_autofree char *there = g_strjoinv(", ", all);

		return err_set(e, ERR_FORMAT,
		    "there is no language \"%s\"; there are %s", w->language,
		    there);
	}
	if (w->text != NULL && strcmp(w->text, "ascii") != 0 &&
	    strcmp(w->text, "utf-8") != 0)
		return err_set(e, ERR_FORMAT,
		    "text must be ascii or utf-8, not \"%s\"", w->text);
	return 0;
}

int
person_change(struct home *home, int64_t id, const struct person_wish *wish,
    int64_t now, struct err *e)
{
	int r;

	if (check_wish(home, wish, e) == -1)
		return -1;
	IN_TRANSACTION(
	    home->store, e, r, change_person(home, id, wish, false, now, e));
	return r;
}

int
person_move(struct home *home, int64_t person, const char *address, int64_t now,
    struct err *e)
{
	const struct person_wish wish = { .address = address };

	return change_person(home, person, &wish, true, now, e);
}

static int
forget_address(
    struct home *home, int64_t id, const char *address, struct err *e)
{
	struct person *person;

	person = person_there(home, id, e);
	if (person == NULL)
		return -1;
	person_free(person);
	return store_address_drop(home->store, id, address, e);
}

int
person_forget_address(
    struct home *home, int64_t id, const char *address, struct err *e)
{
	int r;

	IN_TRANSACTION(home->store, e, r, forget_address(home, id, address, e));
	return r;
}

/* ---- the queues ---- */

static struct inbox_row *
find_mail(struct home *home, int64_t id, struct err *e)
{
	struct inbox_row *row;

	e->code = 0;
	row = store_inbox(home->store, id, e);
	if (row == NULL && e->code == 0)
		err_set(e, ERR_MISSING, "there is no mail %lld in the inbox",
		    (long long)id);
	return row;
}

static struct outbox_row *
find_letter(struct home *home, int64_t id, struct err *e)
{
	struct outbox_row *row;

	e->code = 0;
	row = store_outbox(home->store, id, e);
	if (row == NULL && e->code == 0)
		err_set(e, ERR_MISSING, "there is no letter %lld in the outbox",
		    (long long)id);
	return row;
}

static int
retry_inbox(struct home *home, int64_t id, struct err *e)
{
	struct inbox_row *row = find_mail(home, id, e);
	int r;

	if (row == NULL)
		return -1;
	if (row->state != INBOX_DEAD && row->state != INBOX_HELD) {
		r = err_set(e, ERR_CLASH,
		    "mail %lld is %s; only dead and held ones can be tried "
		    "again",
		    (long long)id, inbox_state_word(row->state));
	} else {
		bool meant;

		r = receive_again(home, row, &meant, e);
		row->state = INBOX_NEW;
		row->tries = 0;
		if (r == 0 && !meant)
			r = store_inbox_update(home->store, row, e);
	}
	inbox_row_free(row);
	return r;
}

int
inbox_retry(struct home *home, int64_t id, struct err *e)
{
	int r;

	IN_TRANSACTION(home->store, e, r, retry_inbox(home, id, e));
	return r;
}

static int
retry_outbox(struct home *home, int64_t id, struct err *e)
{
	struct outbox_row *row;
	int r;

	if ((row = find_letter(home, id, e)) == NULL)
		return -1;
	if (g_bytes_get_size(row->raw) == 0) {
		r = err_set(e, ERR_CLASH,
		    "letter %lld cannot be sent again, for its text was "
		    "deleted with a person's data",
		    (long long)id);
	} else if (row->state == OUTBOX_SENDING ||
		   row->state == OUTBOX_REPLACED) {
		r = err_set(e, ERR_CLASH,
		    row->state == OUTBOX_SENDING
			? "letter %lld is being sent"
			: "letter %lld was replaced by a newer one, which "
			  "says the same and more",
		    (long long)id);
	} else {
		row->state = OUTBOX_NEW;
		row->tries = row->lost = 0;
		row->next_try = 0;
		r = store_outbox_update(home->store, row, e);
	}
	outbox_row_free(row);
	return r;
}

int
outbox_retry(struct home *home, int64_t id, struct err *e)
{
	int r;

	IN_TRANSACTION(home->store, e, r, retry_outbox(home, id, e));
	return r;
}

static int
release_inbox(struct home *home, int64_t id, struct err *e)
{
	struct inbox_row *row = find_mail(home, id, e);
	int r;

	if (row == NULL)
		return -1;
	if (row->state != INBOX_HELD) {
		r = err_set(e, ERR_CLASH,
		    "mail %lld is %s; only held ones can be released",
		    (long long)id, inbox_state_word(row->state));
	} else {
		row->vouched = VOUCHED_ORGANISER;
		row->state = INBOX_NEW;
		row->tries = 0;
		r = store_inbox_update(home->store, row, e);
	}
	if (r == 0)
		log_info("inbox %lld: match %lld seat %d: released by the "
			 "organiser",
		    (long long)id, (long long)row->match, row->seat);
	inbox_row_free(row);
	return r;
}

int
inbox_release(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	(void)now;
	IN_TRANSACTION(home->store, e, r, release_inbox(home, id, e));
	return r;
}

static int
drop_inbox(struct home *home, int64_t id, int64_t now, struct err *e)
{
	struct inbox_row *row = find_mail(home, id, e);
	int r;

	if (row == NULL)
		return -1;
	if (row->state != INBOX_NEW && row->state != INBOX_HELD &&
	    row->state != INBOX_DEAD) {
		r = err_set(e, ERR_CLASH,
		    "mail %lld is %s; only new, held and dead ones can be "
		    "dropped",
		    (long long)id, inbox_state_word(row->state));
	} else {
		row->state = INBOX_IGNORED;
		row->handled = now;
		replace_text(&row->note, NOTE_DROPPED);
		r = store_inbox_update(home->store, row, e);
	}
	inbox_row_free(row);
	return r;
}

int
inbox_drop(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	IN_TRANSACTION(home->store, e, r, drop_inbox(home, id, now, e));
	return r;
}

static int
drop_outbox(struct home *home, int64_t id, struct err *e)
{
	struct outbox_row *row;
	int r;

	if ((row = find_letter(home, id, e)) == NULL)
		return -1;
	if (row->state == OUTBOX_SENT || row->state == OUTBOX_REPLACED) {
		r = err_set(e, ERR_CLASH,
		    "letter %lld is %s; only one that has not left can be "
		    "dropped",
		    (long long)id, outbox_state_word(row->state));
	} else {
		/* When it died by itself that was seen to. */
		r = row->state == OUTBOX_DEAD
			? 0
			: store_letter_lost(home->store, row, e);
		row->state = OUTBOX_DEAD;
		replace_text(&row->note, NOTE_DROPPED);
		if (r == 0)
			r = store_outbox_update(home->store, row, e);
	}
	outbox_row_free(row);
	return r;
}

int
outbox_drop(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	(void)now;
	IN_TRANSACTION(home->store, e, r, drop_outbox(home, id, e));
	return r;
}
