/* SPDX-License-Identifier: ISC */
/*
 * What the pages of a folder tell of matches, and which are out of date.  A
 * match is compared by its stamp: all that its pages show and that may change
 * without an event stands in it.  One that is past changes no more, but its
 * stamp is taken away when a person wants to be shown otherwise.
 */
#include "store/pages.h"

#include "base/err.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"
#include "store/matches/deletion.h"
#include "store/transaction.h"

#include <string.h>

enum {
	Q_SITE,
	Q_SITE_ADD,
	Q_SITE_MADE,
	Q_SITE_PAGES,
	Q_SITE_DROP,
	Q_AGAIN,
	Q_SERIES,
	Q_BEGIN,
	Q_STALE,
	Q_GONE,
	Q_PUT,
	Q_DROP,
	Q_UNLISTED,
	Q_LISTED,
	Q_RECENT,
	Q_BETWEEN,
	Q_OF,
	Q_COUNT,
	Q_HUNDREDS,
	Q_OVER,
	Q_MUSTER
};
/* As index match_public has it. */
#define PUBLIC "json_extract(m.policy, '$.public') <> 'no'"
#define ALWAYS "json_extract(m.policy, '$.public') = 'yes'"
#define PAST "'past'"
#define BEGUN "begun " /* stands before what not all pages are made of yet */
#define BARE " bare" /* ends the stamp of pages without a replay */
#define RUNS(seats)                                                           \
	"m.last_event || ' ' || m.paused || ' ' || coalesce((SELECT sum(due)" \
	" FROM timer AS t WHERE t.match = m.id AND t.kind = 'decide'), 0)"    \
	" || ' ' || coalesce((SELECT " seats " FROM seat AS s"                \
	" WHERE s.match = m.id), '')"
#define SEAT "s.held || coalesce(s.level, '') || coalesce(s.person, 0)"
/* Matches that have pages, as they stand. */
#define SHOWN_NOW(seats)                                                  \
	"SELECT m.id AS id, " RUNS(                                       \
	    seats) " AS stamp FROM match AS m"                            \
		   " WHERE m.life = 'running' AND " PUBLIC " AND " ALWAYS \
		   " UNION ALL SELECT m.id, " PAST " FROM match AS m"     \
		   " WHERE m.life = 'over' AND " PUBLIC                   \
		   " UNION ALL SELECT m.id, " PAST " FROM match AS m"     \
		   " WHERE m.life = 'ended' AND " PUBLIC " AND " ALWAYS   \
		   " AND m.started > 0"
/* It is being deleted, so its pages do not change any more. */
#define DELETED                                                      \
	"EXISTS (SELECT 1 FROM meta WHERE key = " DB_DELETION_BEGUN( \
	    "now.id") ")"
#define BEGIN(seats)                                                    \
	"INSERT INTO page (number, site, stamp, listed, status, game,"  \
	" ended, summary) SELECT now.id, :site, '', 0, '', '', 0, '{}'" \
	" FROM (" SHOWN_NOW(seats) ") AS now WHERE NOT " DELETED        \
				   " ON CONFLICT DO NOTHING"
#define STALE(seats)                                                   \
	"SELECT now.id AS number, now.stamp AS stamp,"                 \
	" CASE WHEN p.number IS NULL THEN 0 ELSE 1 END AS known"       \
	" FROM (" SHOWN_NOW(                                           \
	    seats) ") AS now LEFT JOIN page AS p"                      \
		   " ON p.number = now.id AND p.site = :site"          \
		   " WHERE p.stamp IS NOT now.stamp AND (:replays = 1" \
		   " OR p.stamp IS NOT now.stamp || '" BARE "')"       \
		   " AND NOT " DELETED " ORDER BY now.id"
#define OF(key)                                        \
	"SELECT " ROW " FROM seat AS s JOIN page AS p" \
	" ON p.number = s.match AND p.site = :site"    \
	" WHERE s.person = :person GROUP BY " key " ORDER BY p.number DESC"
#define ROW                                                               \
	"p.number, p.site, p.stamp, p.listed, p.status, p.game, p.ended," \
	" p.summary"
static const char *const sql[] = {
	[Q_SITE] = "SELECT made, dir FROM site WHERE id = :site",
	[Q_SITE_ADD] = "INSERT INTO site (id, dir, made)"
		       " VALUES (:site, :dir, :made)",
	[Q_SITE_MADE] = "UPDATE site SET dir = :dir, made = :made"
			" WHERE id = :site",
	[Q_SITE_PAGES] = "/* list */ DELETE FROM page WHERE site IN"
			 " (SELECT id FROM site WHERE dir = :dir"
			 " AND id <> :site)",
	[Q_SITE_DROP] = "/* list */ DELETE FROM site"
			" WHERE dir = :dir AND id <> :site",
	[Q_AGAIN] = "UPDATE page SET stamp = ''"
		    " WHERE site = :site",
	[Q_SERIES] = "UPDATE page SET stamp = '' WHERE site = :site"
		     " AND number IN (SELECT match FROM series_table"
		     " WHERE series = :series)",
	[Q_BEGIN] = BEGIN("group_concat(" SEAT ")"),
	[Q_STALE] = STALE("group_concat(" SEAT ")"),
	/* the index alone tells which are public */
	[Q_GONE] = "/* list */ SELECT p.number FROM page AS p"
		   " WHERE p.site = :site AND p.number NOT IN (SELECT m.id"
		   " FROM match AS m INDEXED BY match_public WHERE " PUBLIC ")",
	[Q_PUT] = "INSERT INTO page (number, site, stamp, listed, status, game,"
		  " ended, summary) VALUES (:number, :site, :stamp, :listed,"
		  " :status, :game, :ended, :summary)"
		  " ON CONFLICT (number, site) DO UPDATE SET stamp = :stamp,"
		  " listed = :listed, status = :status, game = :game,"
		  " ended = :ended, summary = :summary",
	[Q_DROP] = "DELETE FROM page WHERE number = :number AND site = :site",
	[Q_UNLISTED] = "SELECT " ROW " FROM page AS p WHERE p.site = :site"
		       " AND p.listed = 0 ORDER BY p.number",
	[Q_LISTED] = "UPDATE page SET listed = 1"
		     " WHERE site = :site AND listed = 0",
	[Q_RECENT] = "SELECT " ROW " FROM page AS p WHERE p.site = :site"
		     " AND p.status = :status ORDER BY p.ended DESC,"
		     " p.number DESC LIMIT :most",
	[Q_BETWEEN] = "SELECT " ROW " FROM page AS p WHERE p.site = :site"
		      " AND p.number BETWEEN :first AND :last"
		      " ORDER BY p.number",
	[Q_OF] = OF("p.number"),
	[Q_COUNT] = "SELECT count(*) FROM page AS p WHERE p.site = :site"
		    " AND p.status = :status",
	[Q_HUNDREDS] = "SELECT DISTINCT p.number / 100"
		       " FROM page AS p WHERE p.site = :site ORDER BY 1",
	[Q_OVER] = "SELECT " ROW " FROM page AS p WHERE p.site = :site"
		   " AND p.status = 'over' AND p.game = :game"
		   " ORDER BY p.ended, p.number",
	[Q_MUSTER] = "SELECT m.id FROM match AS m WHERE m.life = 'muster'"
		     " AND " PUBLIC " AND " ALWAYS " ORDER BY m.id",
};
/* Rows have no order there by themselves, and a group has its whole key. */
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_BEGIN] = BEGIN("string_agg(" SEAT ", ',' ORDER BY s.seat)"),
	[Q_STALE] = STALE("string_agg(" SEAT ", ',' ORDER BY s.seat)"),
	[Q_OF] = OF("p.number, p.site"),
};
const struct db_sql page_sql = { sql, G_N_ELEMENTS(sql), postgres };

static const struct db_field page_fields[] = {
	FIELD(page_row, NUMBER, number),
	FIELD(page_row, TEXT, site),
	FIELD(page_row, TEXT, stamp),
	FIELD(page_row, BOOL, listed),
	FIELD(page_row, TEXT, status),
	FIELD(page_row, TEXT, game),
	FIELD(page_row, NUMBER, ended),
	FIELD(page_row, TEXT, summary),
};
static const struct db_type page_type =
    DB_TYPE(page_row, page_fields, page_row_free);
static const struct db_field stale_fields[] = {
	FIELD(stale_row, NUMBER, number),
	FIELD(stale_row, TEXT, stamp),
	FIELD(stale_row, BOOL, known),
};
static const struct db_type stale_type =
    DB_TYPE(stale_row, stale_fields, stale_row_free);

void
page_row_free(struct page_row *row)
{
	db_free(&page_type, row);
}

void
stale_row_free(struct stale_row *row)
{
	db_free(&stale_type, row);
}

/* ---- folders ---- */

static int
run_for(struct store *st, int n, const char *site, const char *dir,
    const char *made)
{
	struct statement *q = db_take(st, DB_PAGE, n);

	db_text(q, ":site", site);
	if (dir != NULL)
		db_text(q, ":dir", dir);
	if (made != NULL)
		db_text(q, ":made", made);
	return db_done(st, q);
}

/* The columns of the row of that site; both NULL: there is none. */
static int
find_site(struct store *st, const char *site, char **made, char **dir)
{
	struct statement *q = db_take(st, DB_PAGE, Q_SITE);
	int r;

	db_text(q, ":site", site);
	*made = *dir = NULL;
	if ((r = db_row(st, q)) == 1) {
		*made = db_get_text(q, 0);
		*dir = db_get_text(q, 1);
		db_end(q);
	}
	return r == -1 ? -1 : 0;
}

int
store_site_begin(struct store *st, const char *site, const char *dir,
    const char *made, bool *anew)
{
	g_autofree char *before = NULL, *lay = NULL;
	g_autofree char *begun = g_strconcat(BEGUN, made, NULL);

	if (find_site(st, site, &before, &lay) == -1)
		return -1;
	*anew = g_strcmp0(before, made) != 0;
	if (!*anew && g_strcmp0(lay, dir) == 0)
		return 0;
	if (run_for(st, Q_SITE_PAGES, site, dir, NULL) == -1 ||
	    run_for(st, Q_SITE_DROP, site, dir, NULL) == -1)
		return -1;
	if (before == NULL)
		return run_for(st, Q_SITE_ADD, site, dir, begun);
	/* a writer that was ended had got so far already */
	if (*anew && strcmp(before, begun) != 0 &&
	    run_for(st, Q_AGAIN, site, NULL, NULL) == -1)
		return -1;
	return run_for(st, Q_SITE_MADE, site, dir, *anew ? begun : made);
}

int
store_site_made(
    struct store *st, const char *site, const char *dir, const char *made)
{
	return run_for(st, Q_SITE_MADE, site, dir, made);
}

int
store_site_again(struct store *st, const char *site)
{
	return run_for(st, Q_AGAIN, site, NULL, NULL);
}

int
store_site_series(struct store *st, const char *site, int64_t series)
{
	struct statement *q = db_take(st, DB_PAGE, Q_SERIES);

	db_text(q, ":site", site);
	db_int(q, ":series", series);
	return db_done(st, q);
}

/* ---- what is out of date ---- */

static struct statement *
of_site(struct store *st, int n, const char *site)
{
	struct statement *q = db_take(st, DB_PAGE, n);

	db_text(q, ":site", site);
	return q;
}

int
store_pages_begin(struct store *st, const char *site)
{
	return run_for(st, Q_BEGIN, site, NULL, NULL);
}

GPtrArray *
store_pages_stale(struct store *st, const char *site, bool replays)
{
	struct statement *q = of_site(st, Q_STALE, site);

	db_int(q, ":replays", replays);
	return db_all_of(st, q, &stale_type);
}

char *
store_page_bare(const char *stamp)
{
	return g_strconcat(stamp, BARE, NULL);
}

GArray *
store_pages_gone(struct store *st, const char *site)
{
	return db_ids(st, of_site(st, Q_GONE, site));
}

int
store_page_put(struct store *st, const struct page_row *row)
{
	struct statement *q = db_take(st, DB_PAGE, Q_PUT);

	db_bind(q, &page_type, row);
	return db_done(st, q);
}

int
store_page_drop(struct store *st, const char *site, int64_t number)
{
	struct statement *q = of_site(st, Q_DROP, site);

	db_int(q, ":number", number);
	return db_done(st, q);
}

int
store_pages_moment(struct store *st, int64_t *moment)
{
	/* of other processes; what this one wrote counts besides */
	if (st->engine->moment(st, moment) == -1)
		return -1;
	*moment += store_changes(st);
	return 0;
}

/* ---- lists ---- */

GPtrArray *
store_pages_unlisted(struct store *st, const char *site)
{
	return db_all_of(st, of_site(st, Q_UNLISTED, site), &page_type);
}

int
store_pages_listed(struct store *st, const char *site)
{
	return run_for(st, Q_LISTED, site, NULL, NULL);
}

GPtrArray *
store_pages_recent(
    struct store *st, const char *site, const char *status, int most)
{
	struct statement *q = of_site(st, Q_RECENT, site);

	db_text(q, ":status", status);
	db_int(q, ":most", most);
	return db_all_of(st, q, &page_type);
}

GPtrArray *
store_pages_between(
    struct store *st, const char *site, int64_t first, int64_t last)
{
	struct statement *q = of_site(st, Q_BETWEEN, site);

	db_int(q, ":first", first);
	db_int(q, ":last", last);
	return db_all_of(st, q, &page_type);
}

GPtrArray *
store_pages_of(struct store *st, const char *site, int64_t person)
{
	struct statement *q = of_site(st, Q_OF, site);

	db_int(q, ":person", person);
	return db_all_of(st, q, &page_type);
}

int
store_pages_count(
    struct store *st, const char *site, const char *status, int64_t *n)
{
	struct statement *q = of_site(st, Q_COUNT, site);

	db_text(q, ":status", status);
	return db_one_number(st, q, n);
}

GArray *
store_pages_hundreds(struct store *st, const char *site)
{
	return db_ids(st, of_site(st, Q_HUNDREDS, site));
}

int
store_pages_over(struct store *st, const char *site, const char *game,
    page_seen *seen, void *arg)
{
	struct statement *q = of_site(st, Q_OVER, site);
	int r;

	db_text(q, ":game", game);
	while ((r = db_row(st, q)) == 1) {
		struct page_row row = { 0 };

		if (db_read(q, &page_type, &row, st->err) == -1) {
			db_end(q);
			return -1;
		}
		seen(arg, &row);
		g_free(row.site);
		g_free(row.stamp);
		g_free(row.status);
		g_free(row.game);
		g_free(row.summary);
	}
	return r;
}

GArray *
store_pages_mustering(struct store *st)
{
	return db_ids(st, db_take(st, DB_PAGE, Q_MUSTER));
}
