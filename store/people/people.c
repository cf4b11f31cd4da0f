/* SPDX-License-Identifier: ISC */
/*
 * Persons and the addresses they are known by.  An address belongs to one
 * person for ever: a letter's way back must not lead to somebody else.
 */
#include "store/people/people.h"

#include "base/address.h"
#include "base/err.h"
#include "store/claims.h"
#include "store/db.h"
#include "store/people/known_people.h"
#include "store/transaction.h"

enum {
	Q_ADD,
	Q_PERSON,
	Q_BY_ADDRESS,
	Q_WHOSE,
	Q_TABLE,
	Q_IDS,
	Q_SET,
	Q_ADDRESSES,
	Q_NO_LETTERS,
	Q_LETTERS,
	Q_UNDELIVERABLE,
	Q_KNOWN,
	Q_ADD_KNOWN,
	Q_DROP
};
#define PERSON_FROM(tables)                                              \
	"SELECT p.id, p.name, p.language, p.zone, a.address, p.created," \
	" p.text, a.unreached, p.plain, " DB_PREFERENCES_COLUMNS         \
	" FROM " tables
#define PERSON                                           \
	PERSON_FROM("person AS p LEFT JOIN address AS a" \
		    " ON a.person = p.id AND a.letters = 1")
static const char *const sql[] = {
	[Q_ADD] =
	    "/* id */ INSERT INTO person (name, language, zone, created, text)"
	    " VALUES (:name, :language, :zone, :created, :text)",
	[Q_PERSON] = PERSON " WHERE p.id = :id",
	[Q_BY_ADDRESS] = PERSON
	" WHERE p.id = (SELECT person FROM address WHERE folded = :folded)",
	[Q_TABLE] = PERSON
	" WHERE p.id IN (SELECT person FROM seat WHERE match = :match)",
	[Q_WHOSE] = "SELECT coalesce((SELECT person FROM address"
		    " WHERE folded = :folded), 0)",
	[Q_IDS] = "/* list */ SELECT p.id FROM person AS p JOIN address AS a"
		  " ON a.person = p.id AND a.letters = 1"
		  " ORDER BY lower(p.name), p.id",
	[Q_SET] = "UPDATE person"
		  " SET name = :name, language = :language, zone = :zone,"
		  " text = :text"
		  " WHERE id = :id",
	[Q_ADDRESSES] = "SELECT address FROM address WHERE person = :person"
			" ORDER BY letters DESC, id",
	[Q_NO_LETTERS] = "UPDATE address SET letters = 0"
			 " WHERE person = :person AND letters = 1",
	/* changes nothing if the address is another person's */
	[Q_LETTERS] = "INSERT INTO address (folded, address, person, letters)"
		      " VALUES (:folded, :address, :person, 1)"
		      " ON CONFLICT (folded) DO UPDATE"
		      " SET address = excluded.address, letters = 1"
		      " WHERE address.person = excluded.person",
	[Q_UNDELIVERABLE] = "UPDATE address SET unreached = :since"
			    " WHERE folded = :folded",
	[Q_KNOWN] = "SELECT person, letters FROM address"
		    " WHERE folded = :folded",
	[Q_ADD_KNOWN] = "INSERT INTO address (folded, address, person, letters)"
			" VALUES (:folded, :address, :person, 0)",
	[Q_DROP] = "DELETE FROM address WHERE folded = :folded",
};
/* A planner that saw the tables when they were small would read all people or
 * all addresses, and go on doing so.  Past OFFSET 0 it moves nothing. */
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_TABLE] = PERSON_FROM(
	    "(SELECT DISTINCT person FROM seat WHERE match = :match) AS s"
	    " CROSS JOIN LATERAL"
	    " (SELECT * FROM person WHERE id = s.person OFFSET 0) AS p"
	    " LEFT JOIN LATERAL (SELECT * FROM address"
	    " WHERE person = p.id AND letters = 1 OFFSET 0) AS a ON true"),
};
const struct db_sql people_sql = { sql, G_N_ELEMENTS(sql), postgres };

static struct person *
copy(const struct person *p)
{
	struct person *other = g_memdup2(p, sizeof(*p));

	other->name = g_strdup(p->name);
	other->language = g_strdup(p->language);
	other->zone = g_strdup(p->zone);
	other->address = g_strdup(p->address);
	return other;
}

void
person_free(struct person *p)
{
	if (p == NULL)
		return;
	g_free(p->name);
	g_free(p->language);
	g_free(p->zone);
	g_free(p->address);
	g_free(p);
}

enum { COLUMNS = 9 }; /* before those of the preferences */

static struct person *
read_person(struct statement *q)
{
	struct person *p = g_new0(struct person, 1);
	g_autofree char *text = NULL;

	p->id = db_get_int(q, 0);
	p->name = db_get_text(q, 1);
	p->language = db_get_text(q, 2);
	p->zone = db_get_text(q, 3);
	p->address = db_get_text(q, 4);
	p->created = db_get_int(q, 5);
	text = db_get_text(q, 6);
	p->ascii = g_strcmp0(text, "ascii") == 0;
	/* a person who was forgotten has no address, and no letter is
	 * written */
	p->undeliverable = db_get_int_or(q, 7, 1);
	p->plain = db_get_int(q, 8) != 0;
	return p;
}

static void
forget_known(void *data)
{
	struct known_person *known = data;

	person_free(known->person);
	preferences_clear(&known->preferences);
	g_free(known);
}

/* Whoever asks for preferences that make no sense is told so. */
static void
know(struct store *st, const struct person *p, struct statement *q)
{
	struct known_person *fresh;
	struct preferences preferences;
	struct err ignored = { 0 };

	if (st->depth == 0 ||
	    db_preferences_read(q, COLUMNS, &preferences, &ignored) == -1)
		return;
	fresh = g_new0(struct known_person, 1);
	*fresh = (struct known_person){
		.id = p->id, .person = copy(p), .preferences = preferences
	};
	db_know_person(st, fresh, forget_known);
}

static struct person *
find_person(struct store *st, struct statement *q)
{
	struct person *p;

	if (db_row(st, q) != 1)
		return NULL;
	p = read_person(q);
	know(st, p, q);
	db_end(q);
	return p;
}

static int
is_anothers(const char *address, struct err *e)
{
	g_autofree char *shown = address_shown(address);

	return err_set(e, ERR_CLASH, "address %s is another person's", shown);
}

static int
set_address(struct store *st, int64_t person, const char *address)
{
	g_autofree char *folded = NULL;
	struct statement *q;

	if (address == NULL || *address == '\0')
		return err_set(
		    st->err, ERR_FORMAT, "a person needs an address");
	db_forget_people(st);
	folded = address_heard(address);
	q = db_take(st, DB_PEOPLE, Q_NO_LETTERS);
	db_int(q, ":person", person);
	if (db_done(st, q) == -1)
		return -1;
	q = db_take(st, DB_PEOPLE, Q_LETTERS);
	db_text(q, ":folded", folded);
	db_text(q, ":address", address);
	db_int(q, ":person", person);
	if (db_done(st, q) == -1)
		return -1;
	return db_changes(st) == 0 ? is_anothers(address, st->err) : 0;
}

static const char *
text_word(const struct person *p)
{
	return p->ascii ? "ascii" : "utf-8";
}

static int
add(struct store *st, const struct person *p, int64_t *id)
{
	struct statement *q = db_take(st, DB_PEOPLE, Q_ADD);

	db_text(q, ":name", p->name);
	db_text(q, ":language", p->language);
	db_word(q, ":zone", p->zone);
	db_int(q, ":created", p->created);
	db_text(q, ":text", text_word(p));
	if (db_done(st, q) == -1)
		return -1;
	*id = db_last_id(st);
	return set_address(st, *id, p->address);
}

int
store_person_add(struct store *st, struct person *p)
{
	int64_t id;

	if (db_begin_inner(st, __func__) == -1)
		return -1;
	if (add(st, p, &id) == -1) {
		store_rollback(st);
		return err_more(st->err, "person %s", p->name);
	}
	if (store_commit(st) == -1)
		return -1;
	p->id = id;
	return 0;
}

struct person *
store_person(struct store *st, int64_t id)
{
	const struct known_person *known = db_known_person(st, id);
	struct statement *q;

	if (known != NULL)
		return copy(known->person);
	q = db_take(st, DB_PEOPLE, Q_PERSON);
	db_int(q, ":id", id);
	return find_person(st, q);
}

int
store_people_look(struct store *st, int64_t match, int64_t id)
{
	struct statement *q;
	int r;

	if (!store_is_shared(st) || st->depth == 0 ||
	    db_known_person(st, id) != NULL)
		return 0;
	q = db_take(st, DB_PEOPLE, Q_TABLE);
	db_int(q, ":match", match);
	while ((r = db_row(st, q)) == 1) {
		struct person *p = read_person(q);

		know(st, p, q);
		person_free(p);
	}
	return r;
}

struct person *
store_person_by_address(struct store *st, const char *address)
{
	g_autofree char *folded = address_heard(address);
	struct statement *q;
	int64_t id;

	/* In a file, the statement of store_person, which a run needs anyway,
	 * saves the preparing of another long one.  On a server one journey is
	 * better than two. */
	if (!store_is_shared(st)) {
		q = db_take(st, DB_PEOPLE, Q_WHOSE);
		db_text(q, ":folded", folded);
		if (db_one_number(st, q, &id) == -1)
			return NULL;
		return id != 0 ? store_person(st, id) : NULL;
	}
	q = db_take(st, DB_PEOPLE, Q_BY_ADDRESS);
	db_text(q, ":folded", folded);
	return find_person(st, q);
}

GArray *
store_person_ids(struct store *st)
{
	return db_ids(st, db_take(st, DB_PEOPLE, Q_IDS));
}

static int
set(struct store *st, const struct person *p)
{
	struct statement *q = db_take(st, DB_PEOPLE, Q_SET);

	db_forget_people(st);
	db_int(q, ":id", p->id);
	db_text(q, ":name", p->name);
	db_text(q, ":language", p->language);
	db_word(q, ":zone", p->zone);
	db_text(q, ":text", text_word(p));
	if (db_done_some(st, q) == -1)
		return -1;
	return set_address(st, p->id, p->address);
}

int
store_person_set(struct store *st, const struct person *p)
{
	if (db_begin_inner(st, __func__) == -1)
		return -1;
	if (set(st, p) == 0)
		return store_commit(st);
	store_rollback(st);
	return err_more(st->err, "person %lld", (long long)p->id);
}

char **
store_addresses(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_PEOPLE, Q_ADDRESSES);
	GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
	int r;

	db_int(q, ":person", person);
	while ((r = db_row(st, q)) == 1)
		g_ptr_array_add(list, db_get_text(q, 0));
	if (r == -1) {
		g_ptr_array_unref(list);
		return NULL;
	}
	g_ptr_array_add(list, NULL);
	return (char **)g_ptr_array_free(list, FALSE);
}

int
store_address_undeliverable(
    struct store *st, const char *address, int64_t since)
{
	g_autofree char *folded = address_heard(address);
	struct statement *q = db_take(st, DB_PEOPLE, Q_UNDELIVERABLE);

	db_forget_people(st);
	db_text(q, ":folded", folded);
	db_int(q, ":since", since);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "address %s", address);
	return 0;
}

/* Whose it is (0: nobody's), and whether letters go there. */
static int
find_address(
    struct store *st, const char *folded, int64_t *person, bool *letters)
{
	struct statement *q = db_take(st, DB_PEOPLE, Q_KNOWN);
	int r;

	*person = 0;
	*letters = false;
	db_text(q, ":folded", folded);
	r = db_row(st, q);
	if (r != 1)
		return r;
	*person = db_get_int(q, 0);
	*letters = db_get_int(q, 1) != 0;
	db_end(q);
	return 0;
}

int
store_address_add(struct store *st, int64_t person, const char *address)
{
	g_autofree char *folded = address_heard(address);
	struct statement *q;
	int64_t owner;
	bool letters;

	if (find_address(st, folded, &owner, &letters) == -1)
		return -1;
	if (owner == person)
		return 0;
	if (owner != 0)
		return is_anothers(address, st->err);
	q = db_take(st, DB_PEOPLE, Q_ADD_KNOWN);
	db_text(q, ":folded", folded);
	db_text(q, ":address", address);
	db_int(q, ":person", person);
	return db_done(st, q);
}

int
store_address_drop(struct store *st, int64_t person, const char *address)
{
	g_autofree char *folded = address_heard(address);
	struct statement *q;
	int64_t owner;
	bool letters;

	if (find_address(st, folded, &owner, &letters) == -1)
		return -1;
	if (owner != person)
		return err_set(st->err, ERR_MISSING,
		    "\"%s\" is not an address of person %lld", address,
		    (long long)person);
	if (letters)
		return err_set(st->err, ERR_CLASH,
		    "the letters of person %lld go to %s; give her another "
		    "address first",
		    (long long)person, address);
	q = db_take(st, DB_PEOPLE, Q_DROP);
	db_text(q, ":folded", folded);
	return db_done(st, q);
}
