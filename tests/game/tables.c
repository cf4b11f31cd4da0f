/* SPDX-License-Identifier: ISC */
/*
 * The tables of every game, held against what core/game.h says of them without
 * playing: words are words, each name that a table uses is one of another
 * table, and nothing is missing.  All that is wrong is said at once, for the
 * program takes tables as they are and ends where they are wrong.
 */
#include "core/decision.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "games/games.h"
#include "tests/game/random.h"

#include <glib.h>

static void fault(GPtrArray *faults, const char *fmt, ...) G_GNUC_PRINTF(2, 3);

static void
fault(GPtrArray *faults, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	g_ptr_array_add(faults, g_strdup_vprintf(fmt, ap));
	va_end(ap);
}

/* "cabin-boy": a word of moves, phases and the like, and a key of phrases. */
static bool
is_word(const char *word)
{
	return word != NULL && *word != '\0' && strlen(word) < GAME_WORD_SIZE &&
	       word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-")] ==
		   '\0';
}

/* As is_word, but options also have "_" (turn_limit). */
static bool
is_option(const char *word)
{
	g_autofree char *plain =
	    g_strdelimit(g_strdup(word != NULL ? word : ""), "_", '-');

	return is_word(plain);
}

static const struct atom_kind *
kind_of(const struct game *g, char letter)
{
	for (size_t i = 0; i < g->natoms; i++)
		if (g->atoms[i].letter == letter)
			return &g->atoms[i];
	return NULL;
}

static bool
is_verb(const struct game *g, const char *word)
{
	for (size_t i = 0; i < g->nverbs; i++)
		if (g_strcmp0(g->verbs[i].word, word) == 0)
			return true;
	return false;
}

/* Letters of a verb or the type in a sentence: one that there is? */
static bool
is_type(const struct game *g, char letter)
{
	return letter == 'n' || letter == 's' ||
	       (g_ascii_isupper(letter) && kind_of(g, letter) != NULL);
}

static void
check_verb_args(const struct game *g, const struct verb *v, GPtrArray *faults)
{
	bool grouped = v->args[0] == '(';
	const char *p = v->args + grouped;

	for (; *p != '\0' && *p != ')'; p++) {
		if (!is_type(g, *p))
			fault(faults,
			    "verb %s: \"%c\" in its args is neither n nor s "
			    "nor the letter of a kind of atoms",
			    v->word, *p);
		if (*p == 's' && p[1] != '\0')
			fault(faults,
			    "verb %s: a seat (s) must be the last of its args, "
			    "for a name may have blanks",
			    v->word);
		if (!grouped && (p[1] == '*' || p[1] == '+'))
			p++;
	}
	if (grouped && strcmp(p, ")+") != 0)
		fault(faults, "verb %s: a group of args ends with \")+\"",
		    v->word);
}

static void
check_verbs(const struct game *g, GPtrArray *faults)
{
	for (size_t i = 0; i < g->nverbs; i++) {
		const struct verb *v = &g->verbs[i];

		if (!is_word(v->word) || v->args == NULL) {
			fault(faults,
			    "verb %zu: its word must be of a-z, 0-9 and \"-\", "
			    "and its args not NULL; is there one for each of "
			    "the enum?",
			    i);
			continue;
		}
		for (size_t k = 0; k < i; k++)
			if (g_strcmp0(g->verbs[k].word, v->word) == 0)
				fault(
				    faults, "verb %s is there twice", v->word);
		check_verb_args(g, v, faults);
	}
	if (g->last_verb != NULL && !is_verb(g, g->last_verb))
		fault(faults, "last_verb: there is no verb %s", g->last_verb);
	for (size_t i = 0; g->told_later != NULL && g->told_later[i] != NULL;
	     i++)
		if (!is_verb(g, g->told_later[i]))
			fault(faults, "told_later: there is no verb %s",
			    g->told_later[i]);
	for (size_t i = 0; i < g->nshorthands; i++)
		if (!is_verb(g, g->shorthands[i].word) ||
		    !is_verb(g, g->shorthands[i].then))
			fault(faults,
			    "shorthand %zu: there is no verb %s or "
			    "%s",
			    i, g->shorthands[i].word, g->shorthands[i].then);
}

static void
check_atom_words(const struct atom_kind *k, GPtrArray *faults)
{
	for (int i = 0; i < k->nwords; i++) {
		if (!is_word(k->words[i])) {
			fault(faults,
			    "atoms %s: word %d must be of a-z, 0-9 and \"-\", "
			    "with less than %d of them; are there nwords?",
			    k->name, i, GAME_WORD_SIZE);
			return;
		}
		for (int j = 0; j < i; j++)
			if (strcmp(k->words[i], k->words[j]) == 0)
				fault(faults, "atoms %s: %s is there twice",
				    k->name, k->words[i]);
	}
}

static void
check_atoms(const struct game *g, GPtrArray *faults)
{
	for (size_t i = 0; i < g->natoms; i++) {
		const struct atom_kind *k = &g->atoms[i];

		if (!g_ascii_isupper(k->letter) || !is_word(k->name)) {
			fault(faults,
			    "atoms %zu: the letter must be a capital, and the "
			    "name of a-z, 0-9 and \"-\"",
			    i);
			continue;
		}
		if (kind_of(g, k->letter) != k)
			fault(faults, "atoms %s: %c is the letter of %s, too",
			    k->name, k->letter, kind_of(g, k->letter)->name);
		if (k->words != NULL)
			check_atom_words(k, faults);
		else if (g->atom_read == NULL || g->atom_write == NULL)
			fault(faults,
			    "atoms %s: without words, the game needs "
			    "atom_read and atom_write",
			    k->name);
	}
}

/* "seat:s card:C drawn:C*" */
static void
check_sentence_args(
    const struct game *g, const struct sentence *s, GPtrArray *faults)
{
	g_auto(GStrv) specs = g_strsplit(s->args, " ", -1);

	for (char **spec = specs; *spec != NULL && s->args[0] != '\0'; spec++) {
		const char *type = strchr(*spec, ':');
		bool list = g_str_has_suffix(*spec, "*");

		if (type == NULL || type == *spec ||
		    type[1 + (type[1] != '\0')] != (list ? '*' : '\0')) {
			fault(faults,
			    "sentence %s: \"%s\" in its args is not NAME:TYPE",
			    s->key, *spec);
			continue;
		}
		if (!is_type(g, type[1]))
			fault(faults,
			    "sentence %s: the type of %s is neither n nor s "
			    "nor the letter of a kind of atoms",
			    s->key, *spec);
		if (list && spec[1] != NULL)
			fault(faults,
			    "sentence %s: a list must be the last of its args",
			    s->key);
	}
}

static void
check_sentences(const struct game *g, GPtrArray *faults)
{
	for (size_t i = 0; i < g->nsentences; i++) {
		const struct sentence *s = &g->sentences[i];

		if (!is_word(s->key) || s->args == NULL) {
			fault(faults,
			    "sentence %zu: its key must be of a-z, 0-9 and "
			    "\"-\", and its args not NULL; is there one for "
			    "each of the enum?",
			    i);
			continue;
		}
		for (size_t k = 0; k < i; k++)
			if (g_strcmp0(g->sentences[k].key, s->key) == 0)
				fault(faults, "sentence %s is there twice",
				    s->key);
		check_sentence_args(g, s, faults);
	}
	for (size_t i = 0; i < g->ntellings; i++) {
		const struct telling *t = &g->tellings[i];

		if (t->verb < 0 || (size_t)t->verb >= g->nverbs ||
		    t->sentence < 0 || (size_t)t->sentence >= g->nsentences ||
		    t->args == NULL)
			fault(faults,
			    "telling %zu: its verb and its sentence must be "
			    "of the tables, and its args not NULL",
			    i);
	}
}

static void
check_options(const struct game *g, GPtrArray *faults)
{
	if (g->noptions > GAME_MAX_OPTIONS)
		fault(faults, "noptions must be %d at most", GAME_MAX_OPTIONS);
	for (size_t i = 0; i < g->noptions; i++) {
		const struct option *o = &g->options[i];

		if (!is_option(o->word))
			fault(faults,
			    "option %zu: its word must be of a-z, 0-9, \"-\" "
			    "and \"_\"",
			    i);
		else if (o->min > o->dflt || o->dflt > o->max)
			fault(faults,
			    "option %s: dflt %d must be from min %d to max %d",
			    o->word, o->dflt, o->min, o->max);
		else if (o->boolean && (o->min != 0 || o->max != 1))
			fault(faults, "option %s: min must be 0 and max 1",
			    o->word);
	}
}

static void
check_phases(const struct game *g, GPtrArray *faults)
{
	size_t i;

	if (g->phases == NULL || g->phases[0] == NULL) {
		fault(faults, "there are no phases");
		return;
	}
	for (i = 0; g->phases[i] != NULL; i++) {
		if (!is_word(g->phases[i]))
			fault(faults,
			    "phase \"%s\" must be of a-z, 0-9 and \"-\"",
			    g->phases[i]);
		if (g->asks != NULL && g->asks[i] == NULL) {
			fault(
			    faults, "asks: nothing for phase %s", g->phases[i]);
			return;
		}
	}
	if (g->asks != NULL && g->asks[i] != NULL)
		fault(faults, "asks: \"%s\" is for no phase", g->asks[i]);
}

static void
check_functions(const struct game *g, GPtrArray *faults)
{
#define NEEDED(function)         \
	if (g->function == NULL) \
	fault(faults, "the game has no function %s", #function)
	NEEDED(setup);
	NEEDED(to_act);
	NEEDED(phase);
	NEEDED(legal);
	NEEDED(check);
	NEEDED(absent);
	NEEDED(result);
	NEEDED(view);
	NEEDED(state);
	NEEDED(apply);
	NEEDED(resample);
#undef NEEDED
	if (g->data_file != NULL)
		if (g->data_check == NULL)
			fault(faults, "a data_file needs a data_check");
}

/* All that is wrong; char *. */
static GPtrArray *
table_faults(const struct game *g)
{
	GPtrArray *faults = g_ptr_array_new_with_free_func(g_free);

	if (!is_word(g->name))
		fault(faults, "its name must be of a-z, 0-9 and \"-\"");
	if (g->min_seats < 1 || g->min_seats > g->max_seats ||
	    g->max_seats > GAME_MAX_SEATS)
		fault(faults,
		    "min_seats %d and max_seats %d must be from 1 to %d",
		    g->min_seats, g->max_seats, GAME_MAX_SEATS);
	if (g->nverbs > VERBS_MAX || g->nsentences > SENTENCES_MAX)
		fault(faults,
		    "the tests have no room for more than %d verbs and %d "
		    "sentences (tests/game/random.h)",
		    VERBS_MAX, SENTENCES_MAX);
	check_verbs(g, faults);
	check_atoms(g, faults);
	check_sentences(g, faults);
	check_options(g, faults);
	check_phases(g, faults);
	check_functions(g, faults);
	return faults;
}

static void
test_every_game(void **unused)
{
	guint bad = 0;

	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		g_autoptr(GPtrArray) faults = NULL;

		if (!game_is_tested(games_all[i]))
			continue;
		faults = table_faults(games_all[i]);
		for (guint k = 0; k < faults->len; k++)
			print_error("%s: %s\n", games_all[i]->name,
			    (char *)faults->pdata[k]);
		bad += faults->len;
	}
	assert_int_equal(bad, 0);
}

/* The only fault that the game has begins so. */
static void
has_fault(const struct game *g, const char *begin)
{
	g_autoptr(GPtrArray) faults = table_faults(g);

	for (guint i = 0; i < faults->len; i++)
		if (!g_str_has_prefix(faults->pdata[i], begin))
			fail_msg("not \"%s\", but \"%s\"", begin,
			    (char *)faults->pdata[i]);
	if (faults->len != 1)
		fail_msg("\"%s\" %u times", begin, faults->len);
}

static void
test_what_is_wrong_is_found(void **unused)
{
	static const struct verb verbs[] = { { "hop", "sn" }, { "hop", "n" } };
	static const struct verb group[] = { { "hop", "(nn)*" } };
	static const struct verb kind[] = { { "hop", "Z" } }, none[1];
	static const char *const two[] = { "one", "one", "" };
	static const char *const phases[] = { "hop", "run", NULL };
	static const char *const asks[] = { "hop", NULL };
	static const struct atom_kind atoms[] = { { 'C', "card", false, two, 1,
						      0 },
		{ 'C', "role", false, two + 1, 1, 0 } };
	static const struct atom_kind words[] = { { 'C', "card", false, two, 2,
	    0 } };
	static const struct atom_kind few[] = { { 'C', "card", false, two + 1,
	    2, 0 } };
	static const struct sentence lists[] = { { "a", "b:n* c:n", false } };
	static const struct sentence types[] = { { "a", "b:n c:Z", false } };
	static const struct sentence names[] = { { "a", "b", false } };
	static const struct telling far[] = { { 9, 0, "" } };
	static const struct option options[] = { { "long", false, 2, 4, 0 } };
	struct game plain = *games_all[0], g;

	(void)unused;
	/* that much of it is right */
	plain.verbs = verbs + 1;
	plain.nverbs = 1;
	plain.last_verb = NULL;
	plain.told_later = NULL;
	plain.nshorthands = plain.natoms = plain.nsentences = 0;
	plain.ntellings = plain.nplot = plain.noptions = 0;
	plain.phases = phases;
	plain.asks = NULL;
#define WRONG(field, value, ...)            \
	do {                                \
		g = plain;                  \
		g.field = value;            \
		has_fault(&g, __VA_ARGS__); \
	} while (0)
#define WRONG_TABLE(field, count, n, table, ...) \
	do {                                     \
		g = plain;                       \
		g.field = table;                 \
		g.count = n;                     \
		has_fault(&g, __VA_ARGS__);      \
	} while (0)
	WRONG(name, "My Game", "its name must");
	WRONG(max_seats, GAME_MAX_SEATS + 1, "min_seats 3 and max_seats 9");
	WRONG(last_verb, "pass", "last_verb: there is no verb pass");
	WRONG(asks, asks, "asks: nothing for phase run");
	WRONG(resample, NULL, "the game has no function resample");
	WRONG(verbs, none, "verb 0: its word must");
	WRONG(verbs, kind, "verb hop: \"Z\" in its args");
	WRONG(verbs, group, "verb hop: a group of args");
	WRONG_TABLE(verbs, nverbs, 1, verbs, "verb hop: a seat (s) must be");
	WRONG_TABLE(atoms, natoms, 2, atoms, "atoms role: C is the letter of");
	WRONG_TABLE(atoms, natoms, 1, words, "atoms card: one is there twice");
	WRONG_TABLE(atoms, natoms, 1, few, "atoms card: word 1 must be of");
	WRONG_TABLE(sentences, nsentences, 1, lists, "sentence a: a list must");
	WRONG_TABLE(sentences, nsentences, 1, types, "sentence a: the type of");
	WRONG_TABLE(sentences, nsentences, 1, names, "sentence a: \"b\" in");
	WRONG_TABLE(tellings, ntellings, 1, far, "telling 0: its verb and");
	WRONG_TABLE(options, noptions, 1, options, "option long: dflt 0 must");
#undef WRONG
#undef WRONG_TABLE
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_game),
		cmocka_unit_test(test_what_is_wrong_is_found),
	};

	return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
