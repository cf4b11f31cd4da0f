/* SPDX-License-Identifier: ISC */
/* The pages of public matches at work: what the sources of this room share. */
#ifndef APP_PAGES_SITE_H
#define APP_PAGES_SITE_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct catalog;
struct err;
struct folder;
struct game;
struct home;
struct page_row;
struct stale_row;
struct table;

/* Another text when pages of before are to be written anew. */
#define SITE_MADE "5"

struct site {
	struct home *home;
	struct folder *folder;
	char **languages; /* NULL-ended */
	bool replays; /* pages that play a match again are written, too */
	bool anew; /* by another program, or of other settings, than before */
	bool again; /* all pages are made anew, also those that need not */
};

/* ---- site.c ---- */

/* What a page shows in that language, newly allocated; NULL on an error. */
typedef json_t *page_context(struct site *, const char *language, void *arg);
/*
 * The pages "LANGUAGE/NAME.html" from that template, in all languages, with
 * links to one another.
 */
int site_write(struct site *, const char *template, const char *name,
    page_context *, void *arg);
/* The folder's own page, in the language of the home. */
int site_root(struct site *, page_context *, void *arg);
/* "NAME.html" is there in one language or more, in all of them: a writer may
 * have been killed in between. */
bool site_has_some(const struct site *, const char *name);
bool site_has_all(const struct site *, const char *name);
/* "NAME.html" in each language is there no more. */
int site_drop(struct site *, const char *name);
const struct catalog *site_catalog(const struct site *, const char *language);
/* A sentence of that language; args are taken over. */
char *site_say(
    const struct site *, const char *language, const char *key, json_t *args);
/* What people of that language write, such as "join 7" (0: without a number):
 * its "text", and it as part of a "uri".  Its words tell whoever answers that
 * mail its language. */
json_t *site_line(const struct site *, const char *language,
    const char *command, int64_t number);
/* "2026-12-04 18:00", in UTC; newly allocated. */
char *site_moment(int64_t at);

/* ---- faults.c ---- */

/* Of the folder of the settings: what came of writing them, e its fault; if
 * that cannot be noted, it is told all the same.  Returns r. */
int pages_told(struct home *, int64_t now, int r, const struct err *e);

/* ---- names.c ---- */

/* How pages show the people of a match, by seat. */
struct namings {
	char **names; /* by the table; NULL: that seat has none */
	int64_t *pages; /* of which person there is a page; 0: none */
};
/* NULL on an error. */
struct namings *namings_of(struct table *);
void namings_free(struct namings *, size_t seats);
/* The table has these names, in that language, from now on. */
int namings_use(const struct namings *, const struct site *,
    const char *language, struct table *);
/* Without the marks that turn the direction of what stands behind them. */
char *name_plain(const char *name);
/* The name, or what is said instead of it. */
char *name_said(
    const struct site *, const char *language, const char *name, int seat);

/* ---- match_pages.c ---- */

/* All pages of a match, and in row what lists tell of it (stamp, status, game,
 * ended, summary: newly allocated). */
int match_pages(struct site *, const struct stale_row *, struct page_row *row);
int match_pages_drop(struct site *, int64_t match);

/* ---- replays.c ---- */

bool replays_are_there(const struct site *, int64_t match);
/* In each language a page that plays that match again; NULL on an error. */
char **replays_of(
    struct site *, struct table *, const struct namings *, GPtrArray *story);
/* alone: without a link to the page of the match, which is not there yet. */
int replays_put(struct site *, int64_t match, char *const *texts, bool alone);
/* Those that are there lead to that page no more, which is about to go. */
int replays_leave(struct site *, int64_t match);

/* ---- lists.c ---- */

/* What summaries say, as lists show it. */
json_t *list_items(
    const struct site *, const char *language, const GPtrArray *rows);
/* A hundred of matches. */
int list_hundred(struct site *, int64_t hundred);
/* The page of a player, if a match tells of her; the page of another one, which
 * is to lead to no match any more, and then goes, when nothing leads to it. */
int list_player(struct site *, int64_t person, bool *told);
int list_player_empty(struct site *, int64_t person);
int list_player_drop(struct site *, int64_t person);
/* A page without matches, if there is none: others are about to lead there. */
int list_player_first(struct site *, int64_t person, const char *name);
/* {"any": whether there are some, "matches": them} */
json_t *list_shown(
    const struct site *, const char *language, const GPtrArray *rows);

/* ---- start.c ---- */

/* The start page, which is also the folder's own. */
int start_page(struct site *);
/* In a new folder, one that leads to no other page. */
int start_page_first(struct site *);

/* ---- lengths.c ---- */

/* How long matches take, by game. */
struct lengths;
/* NULL on an error. */
struct lengths *lengths_find(const struct site *);
void lengths_free(struct lengths *);
/* A sentence, newly allocated; NULL if it is not known (lengths: NULL). */
char *lengths_say(const struct lengths *, const struct site *,
    const char *language, const char *game);

/* ---- open_tables.c ---- */

#define OPEN_SHOWN 20 /* at most, so that the page stays short */

struct open_tables {
	GPtrArray *shown; /* the first of them */
	int64_t n; /* of all */
};
/* To be cleared whatever comes of it. */
int open_tables_find(struct home *, struct open_tables *);
void open_tables_clear(struct open_tables *);
/* As a list; NULL on an error. */
json_t *open_tables_shown(const struct site *, const char *language,
    const struct open_tables *, const struct lengths *);

/* ---- turns.c ---- */

/* What a player of that game gets and answers: {"game": its name, "letter":
 * list of {"text": a paragraph} and {"moves": list of lines}, "answer"}; NULL
 * if the language has no example. */
json_t *turn_example(
    const struct site *, const char *language, const struct game *);

/* ---- games.c ---- */

/* Its name, which that of its page ends with; NULL: it has none before it is
 * released. */
const char *game_page_of(const char *game);
/* The pages of games that are named, and any that are not there yet. */
int game_pages(struct site *, GHashTable *games);

/* ---- boards.c ---- */

/* "LANGUAGE/board-GAME.svg", if the game has a picture that can be drawn. */
int board_write(struct site *, const struct game *);
bool board_is_there(
    const struct site *, const char *language, const struct game *);

/* ---- feeds.c ---- */

/* Results as Atom, deadlines as iCalendar. */
int feeds_write(struct site *);

#endif
