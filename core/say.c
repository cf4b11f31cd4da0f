/* SPDX-License-Identifier: ISC */
/*
 * Sentences as data: a key and arguments.  Which words they become is the
 * business of a language, which is none of ours.
 */
#include "core/say.h"

#include "core/atom.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"

#include <stdarg.h>
#include <string.h>

struct phrase *
phrase_new(const char *key, json_t *args)
{
	struct phrase *p = g_new(struct phrase, 1);

	p->key = g_strdup(key);
	p->args = args != NULL ? args : json_object();
	return p;
}

void
phrase_free(struct phrase *p)
{
	if (p == NULL)
		return;
	g_free(p->key);
	json_decref(p->args);
	g_free(p);
}

const char *
kind_name(const struct game *game, char kind)
{
	if (kind == 's')
		return "seat";
	if (kind == 'n')
		return "number";
	return atom_kind(game, kind)->name;
}

json_t *
value_json(const struct game *game, const void *state, char type, int16_t value)
{
	char word[GAME_WORD_SIZE];

	if (type == 's' || type == 'n')
		return json_integer(value);
	atom_write(game, state, type, value, word);
	return json_string(word);
}

/* The speaker: of which match, with which names (NULL: those of it). */
struct speaker {
	const struct match *match;
	char *const *names;
};

static void
atom_drop(gpointer atom)
{
	json_decref(atom);
}

GHashTable *
atoms_new(void)
{
	return g_hash_table_new_full(NULL, NULL, NULL, atom_drop);
}

static json_t *
atom_json(const struct game *game, char type, const char *word)
{
	g_autofree char *phrase = g_strconcat(
	    game->name, ".", kind_name(game, type), ".", word, NULL);
	json_t *atom = json_object();

	json_object_set_new_nocheck(atom, "word", json_string(word));
	json_object_set_new_nocheck(atom, "phrase", json_string(phrase));
	return atom;
}

/* One of a listed kind is always the same, so all phrases of the match have the
 * same value of it, which nobody may change. */
static json_t *
listed_atom(const struct match *m, char type, int16_t value)
{
	const struct game *game = match_game(m);
	gpointer key = GUINT_TO_POINTER(
	    (guint)(unsigned char)type << 16 | (uint16_t)value);
	json_t *atom = g_hash_table_lookup(m->atoms, key);

	if (atom == NULL) {
		atom = atom_json(game, type, game_word(game, type, value));
		g_hash_table_insert(m->atoms, key, atom);
	}
	return json_incref(atom);
}

/* As the argument of a phrase. */
static json_t *
phrase_value(const struct speaker *by, char type, int16_t value)
{
	const struct match *m = by->match;
	const struct game *game = match_game(m);
	const struct atom_kind *kind;
	char word[GAME_WORD_SIZE];

	if (type == 's')
		return json_string(by->names != NULL ? by->names[value]
						     : match_name(m, value));
	if (type == 'n')
		return json_integer(value);
	kind = atom_kind(game, type);
	if (kind->words != NULL && !kind->as_written)
		return listed_atom(m, type, value);
	atom_write(game, match_state(m), type, value, word);
	return kind->as_written ? json_string(word)
				: atom_json(game, type, word);
}

/* As the argument of an event. */
static json_t *
event_value(const struct speaker *by, char type, int16_t value)
{
	return value_json(
	    match_game(by->match), match_state(by->match), type, value);
}

/* Put the arguments, named and typed by the sentence, into the object. */
static void
put_args(json_t *to, const struct speaker *by, const struct say *say,
    json_t *(*write_value)(const struct speaker *, char type, int16_t))
{
	const char *spec = match_game(by->match)->sentences[say->sentence].args;
	const char *type; /* behind its name */
	int at = 0;

	for (; (type = strchr(spec, ':')) != NULL; spec = type) {
		size_t size = (size_t)(type++ - spec);
		json_t *value;

		if (type[1] != '*') {
			g_assert(at < say->n);
			value = write_value(by, type[0], say->arg[at++]);
		} else {
			value = json_array();
			while (at < say->n)
				json_array_append_new(value,
				    write_value(by, type[0], say->arg[at++]));
		}
		json_object_setn_new_nocheck(to, spec, size, value);
		type += strcspn(type, " ");
		type += strspn(type, " ");
	}
	g_assert(at == say->n);
}

static const struct sentence *
sentence_of(const struct match *m, const struct say *say)
{
	const struct game *game = match_game(m);

	g_assert(say->sentence >= 0);
	g_assert((size_t)say->sentence < game->nsentences);
	return &game->sentences[say->sentence];
}

struct phrase *
say_phrase_named(
    const struct match *m, const struct say *say, char *const *names)
{
	const struct speaker by = { m, names };
	g_autofree char *key = g_strconcat(
	    match_game(m)->name, ".", sentence_of(m, say)->key, NULL);
	json_t *args = json_object();

	put_args(args, &by, say, phrase_value);
	return phrase_new(key, args);
}

struct phrase *
say_phrase(const struct match *m, const struct say *say)
{
	return say_phrase_named(m, say, NULL);
}

const struct plot *
say_plot(const struct game *game, const struct say *say)
{
	for (size_t i = 0; i < game->nplot; i++)
		if (game->plot[i].sentence == say->sentence)
			return &game->plot[i];
	return NULL;
}

bool
say_value(const struct game *game, const struct say *say, const char *name,
    int *value)
{
	const char *spec = game->sentences[say->sentence].args;
	size_t size = strlen(name);

	for (int at = 0; at < say->n && *spec != '\0'; at++) {
		size_t length = strcspn(spec, " ");

		if (strncmp(spec, name, size) == 0 && spec[size] == ':') {
			*value = say->arg[at];
			return spec[size + 2] != '*';
		}
		spec += length + (spec[length] != '\0');
	}
	return false;
}

json_t *
say_event(const struct match *m, const struct say *say)
{
	const struct speaker by = { m, NULL };
	json_t *event = json_object();

	json_object_set_new(
	    event, "event", json_string(sentence_of(m, say)->key));
	put_args(event, &by, say, event_value);
	return event;
}

static struct say
say_list(unsigned sentence, int n, va_list ap)
{
	struct say say = { .sentence = (int16_t)sentence, .n = (int16_t)n };

	g_assert(n <= GAME_MAX_ARGS);
	for (int i = 0; i < n; i++)
		say.arg[i] = (int16_t)va_arg(ap, int);
	return say;
}

struct say
game_say(unsigned sentence, int n, ...)
{
	struct say say;
	va_list ap;

	va_start(ap, n);
	say = say_list(sentence, n, ap);
	va_end(ap);
	return say;
}

void
game_tell(struct news *news, seatset to, unsigned sentence, int n, ...)
{
	va_list ap;

	if (news == NULL)
		return;
	va_start(ap, n);
	news_tell(news, to, say_list(sentence, n, ap));
	va_end(ap);
}

void
news_tell(struct news *news, seatset to, struct say say)
{
	struct told told = { .to = to, .say = say };

	if (news != NULL && to != 0)
		g_array_append_val(news->told, told);
}

bool
told_to(const struct told *t, int seat)
{
	enum { ONLOOKER_BIT = 31 };

	return (t->to & SEAT(seat == SEAT_ONLOOKER ? ONLOOKER_BIT : seat)) != 0;
}

bool
outcome_reveals(const struct match *m, const struct outcome *out, int seat)
{
	for (guint i = 0; i < out->news->len; i++) {
		const struct told *t =
		    &g_array_index(out->news, struct told, i);

		if (told_to(t, seat) && sentence_of(m, &t->say)->reveals)
			return true;
	}
	return false;
}

void
outcome_clear(struct outcome *out)
{
	if (out->news != NULL)
		g_array_unref(out->news);
	if (out->draws != NULL)
		g_array_unref(out->draws);
	json_decref(out->chance);
	memset(out, 0, sizeof *out);
}
