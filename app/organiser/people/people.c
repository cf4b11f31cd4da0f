/* SPDX-License-Identifier: ISC */
/* What an organiser does to people and queues. */
#include "app/organiser/organiser.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/people.h"
#include "app/letters/moved.h"
#include "app/letters/reach.h"
#include "app/players/people/preferences.h"
#include "app/transport/receive.h"
#include "base/address.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/address.h"
#include "store/mails/bounces.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_held.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

static void
replace_text(char **text, const char *options)
{
	if (options == NULL)
		return;
	g_free(*text);
	*text = g_strdup(options);
}

static int
change_person(struct home *home, int64_t id,
    const struct person_options *options, bool *moved)
{
	struct person *person;
	g_autofree char *old = NULL, *address = NULL;
	int r;

	person = person_there(home, id);
	if (person == NULL)
		return -1;
	replace_text(&person->name, options->name);
	replace_text(&person->zone, options->zone);
	replace_text(&person->language, options->language);
	if (options->text != NULL)
		person->ascii = strcmp(options->text, "ascii") == 0;
	address =
	    options->address == NULL ? NULL : address_plain(options->address);
	if (address != NULL &&
	    g_ascii_strcasecmp(person->address, address) != 0) {
		old = person->address;
		person->address = g_steal_pointer(&address);
	}
	*moved = old != NULL;
	r = store_person_set(home->store, person);
	if (r == 0 && options->zone != NULL)
		r = preferences_zone(home, id);
	if (r == 0 && old != NULL)
		r = person_moved(home, person, old, false);
	else if (r == 0 && options->address != NULL)
		r = bounce_reached(home, person, "notice.retried", 0);
	person_free(person);
	return r;
}

int
person_options_check(const struct home *home, const struct person_options *w)
{
	g_autoptr(GTimeZone) known = NULL;
	g_autofree char *address = NULL;

	if (w->name != NULL && !name_ok(w->name))
		return err_set(home->err, ERR_FORMAT,
		    "a name must be 1 to 40 letters, digits, blanks, - ' .");
	if (w->address != NULL && (address = address_read(w->address)) == NULL)
		return err_set(home->err, ERR_FORMAT,
		    "\"%s\" is not a mail address", w->address);
	if (address != NULL &&
	    address_is_automatic(address, home->config->address))
		return err_set(home->err, ERR_FORMAT,
		    "mail from \"%s\" would be taken for a robot's; give a "
		    "person's address",
		    w->address);
	if (w->zone != NULL &&
	    (known = g_time_zone_new_identifier(w->zone)) == NULL)
		return err_set(home->err, ERR_FORMAT,
		    "\"%s\" is not a time zone like Europe/Warsaw", w->zone);
	if (w->language != NULL && !catalog_is_there(w->language)) {
		g_auto(GStrv) all = catalogs_there();
		g_autofree char *there = g_strjoinv(", ", all);

		return err_set(home->err, ERR_FORMAT,
		    "there is no language \"%s\"; there are %s", w->language,
		    there);
	}
	if (w->text != NULL && strcmp(w->text, "ascii") != 0 &&
	    strcmp(w->text, "utf-8") != 0)
		return err_set(home->err, ERR_FORMAT,
		    "text must be ascii or utf-8, not \"%s\"", w->text);
	return 0;
}

int
person_change(struct home *home, int64_t id,
    const struct person_options *options, int64_t now, bool *moved,
    struct err *e)
{
	int r;

	home_work(home, now, e);
	if (person_options_check(home, options) == -1)
		return -1;
	IN_TRANSACTION(home->store, r, change_person(home, id, options, moved));
	return r;
}

static int
forget_address(struct home *home, int64_t id, const char *address)
{
	struct person *person;

	person = person_there(home, id);
	if (person == NULL)
		return -1;
	person_free(person);
	return store_address_drop(home->store, id, address);
}

int
person_forget_address(
    struct home *home, int64_t id, const char *address, struct err *e)
{
	int r;

	home_work(home, home->now, e);
	IN_TRANSACTION(home->store, r, forget_address(home, id, address));
	return r;
}

/* ---- the queues ---- */

static struct inbox_row *
find_mail(struct home *home, int64_t id)
{
	struct inbox_row *row;

	home->err->code = 0;
	row = store_inbox(home->store, id);
	if (row == NULL && home->err->code == 0)
		err_set(home->err, ERR_MISSING,
		    "there is no mail %lld in the inbox", (long long)id);
	return row;
}

static struct outbox_row *
find_letter(struct home *home, int64_t id)
{
	struct outbox_row *row;

	home->err->code = 0;
	row = store_outbox(home->store, id);
	if (row == NULL && home->err->code == 0)
		err_set(home->err, ERR_MISSING,
		    "there is no letter %lld in the outbox", (long long)id);
	return row;
}

static int
retry_inbox(struct home *home, int64_t id)
{
	struct inbox_row *row = find_mail(home, id);
	int r;

	if (row == NULL)
		return -1;
	if (row->state != INBOX_DEAD && row->state != INBOX_HELD) {
		r = err_set(home->err, ERR_CLASH,
		    "mail %lld is %s; only dead and held ones can be tried "
		    "again",
		    (long long)id, inbox_state_word(row->state));
	} else {
		bool meant;

		r = receive_again(home, row, &meant);
		row->state = INBOX_NEW;
		row->tries = 0;
		if (r == 0 && !meant)
			r = store_inbox_update(home->store, row);
	}
	inbox_row_free(row);
	return r;
}

int
inbox_retry(struct home *home, int64_t id, struct err *e)
{
	int r;

	home_work(home, home->now, e);
	IN_TRANSACTION(home->store, r, retry_inbox(home, id));
	return r;
}

static int
retry_outbox(struct home *home, int64_t id)
{
	struct outbox_row *row;
	int r;

	if ((row = find_letter(home, id)) == NULL)
		return -1;
	if (g_bytes_get_size(row->raw) == 0) {
		r = err_set(home->err, ERR_CLASH,
		    "letter %lld cannot be sent again, because its text is no "
		    "longer kept",
		    (long long)id);
	} else if (row->state == OUTBOX_SENDING ||
		   row->state == OUTBOX_REPLACED) {
		r = err_set(home->err, ERR_CLASH,
		    row->state == OUTBOX_SENDING
			? "letter %lld is being sent"
			: "letter %lld was replaced by a newer one, which "
			  "says the same and more",
		    (long long)id);
	} else {
		row->state = OUTBOX_NEW;
		row->tries = row->lost = 0;
		row->next_try = 0;
		r = store_outbox_update(home->store, row);
	}
	outbox_row_free(row);
	return r;
}

int
outbox_retry(struct home *home, int64_t id, struct err *e)
{
	int r;

	home_work(home, home->now, e);
	IN_TRANSACTION(home->store, r, retry_outbox(home, id));
	return r;
}

static int
release_inbox(struct home *home, int64_t id)
{
	struct inbox_row *row = find_mail(home, id);
	int r;

	if (row == NULL)
		return -1;
	if (row->state != INBOX_HELD) {
		r = err_set(home->err, ERR_CLASH,
		    "mail %lld is %s; only held ones can be released",
		    (long long)id, inbox_state_word(row->state));
	} else {
		row->vouched = VOUCHED_ORGANISER;
		row->state = INBOX_NEW;
		row->tries = 0;
		r = store_inbox_update(home->store, row);
	}
	if (r == 0)
		log_info("mail-released",
		    "inbox %lld: match %lld seat %d: released by the "
		    "organiser",
		    (long long)id, (long long)row->match, row->seat);
	inbox_row_free(row);
	return r;
}

int
inbox_release(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	(void)now;
	IN_TRANSACTION(home->store, r, release_inbox(home, id));
	return r;
}

static int
drop_inbox(struct home *home, int64_t id)
{
	struct inbox_row *row = find_mail(home, id);
	int r;

	if (row == NULL)
		return -1;
	if (row->state != INBOX_NEW && row->state != INBOX_HELD &&
	    row->state != INBOX_DEAD) {
		r = err_set(home->err, ERR_CLASH,
		    "mail %lld is %s; only new, held and dead ones can be "
		    "dropped",
		    (long long)id, inbox_state_word(row->state));
	} else {
		row->state = INBOX_IGNORED;
		row->handled = home->now;
		replace_text(&row->note, NOTE_DROPPED);
		r = store_inbox_update(home->store, row);
	}
	inbox_row_free(row);
	return r;
}

int
inbox_drop(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, drop_inbox(home, id));
	return r;
}

static int
drop_outbox(struct home *home, int64_t id)
{
	struct outbox_row *row;
	int r;

	if ((row = find_letter(home, id)) == NULL)
		return -1;
	if (row->state == OUTBOX_SENT || row->state == OUTBOX_REPLACED) {
		r = err_set(home->err, ERR_CLASH,
		    "letter %lld is %s; only one that has not left can be "
		    "dropped",
		    (long long)id, outbox_state_word(row->state));
	} else {
		/* When it died by itself that was seen to. */
		r = row->state == OUTBOX_DEAD
			? 0
			: store_letter_lost(home->store, row);
		row->state = OUTBOX_DEAD;
		replace_text(&row->note, NOTE_DROPPED);
		if (r == 0)
			r = store_outbox_update(home->store, row);
	}
	outbox_row_free(row);
	return r;
}

int
outbox_drop(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	(void)now;
	IN_TRANSACTION(home->store, r, drop_outbox(home, id));
	return r;
}

/* All letters that a restore holds: sent, or dropped. */
static int
settle_held(struct home *home, bool send)
{
	int64_t n;

	if ((send ? store_outbox_release(home->store, &n)
		  : store_outbox_drop_held(home->store, &n)) == -1)
		return -1;
	return n > 0 ? 0
		     : err_set(home->err, ERR_CLASH,
			   "there are no letters that a restore holds back");
}

int
outbox_release(struct home *home, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, settle_held(home, true));
	return r;
}

int
outbox_drop_held(struct home *home, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, settle_held(home, false));
	return r;
}
