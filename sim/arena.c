/* SPDX-License-Identifier: ISC */
/* All matches of an arena, in several threads if so asked. */
#include "sim/arena.h"

#include "base/err.h"
#include "sim/arena_inner.h"

/* What the threads share, changed under the lock alone. */
struct work {
	struct arena *arena;
	GMutex lock;
	int next, done;
	int failed; /* the first match that went wrong, or all of them */
	struct err err;
};

static int
take_match(struct work *w)
{
	int i;

	g_mutex_lock(&w->lock);
	i = w->next < w->failed ? w->next++ : w->arena->matches;
	g_mutex_unlock(&w->lock);
	return i;
}

static void
match_is_done(struct work *w, int i, const struct err *e)
{
	const struct arena_options *o = w->arena->options;

	g_mutex_lock(&w->lock);
	if (e != NULL && i < w->failed) {
		w->failed = i;
		w->err = *e;
	}
	w->done++;
	if (o->progress != NULL)
		o->progress(o->arg, w->done, w->arena->matches);
	g_mutex_unlock(&w->lock);
}

static gpointer
play_matches(gpointer data)
{
	struct work *w = data;
	int i;

	while ((i = take_match(w)) < w->arena->matches) {
		struct err e = { 0 };
		int r = arena_match(w->arena, i, &e);

		match_is_done(w, i, r == -1 ? &e : NULL);
	}
	return NULL;
}

static int
play_all(struct arena *a, struct err *e)
{
	struct work w = { .arena = a, .failed = a->matches };
	GThread *thread[ARENA_JOBS_MAX] = { NULL };
	int jobs = MIN(a->options->jobs, a->matches);

	g_mutex_init(&w.lock);
	for (int k = 1; k < jobs; k++)
		thread[k] = g_thread_new("arena", play_matches, &w);
	play_matches(&w);
	for (int k = 1; k < jobs; k++)
		g_thread_join(thread[k]);
	g_mutex_clear(&w.lock);
	if (w.failed < a->matches)
		return err_set(e, w.err.code, "%s", w.err.text);
	return 0;
}

json_t *
arena_run(const struct arena_options *options, struct err *e)
{
	struct arena a;
	json_t *report = NULL;

	if (arena_begin(&a, options, e) == 0 && play_all(&a, e) == 0)
		report = arena_report(&a);
	arena_clear(&a);
	return report;
}
