/* SPDX-License-Identifier: ISC */
/* The players: people of several zones, each with an own behaviour. */
#include "sim/inner.h"

#include "app/home/home.h"
#include "sim/season.h"
#include "store/people/people.h"
#include "store/transaction.h"

static const char *const zones[] = { "Europe/Warsaw", "Europe/London",
	"Europe/Berlin", "America/New_York", "America/Los_Angeles",
	"Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney", "UTC" };
static const char *const first[] = { "Anna", "Boris", "Carla", "Dora", "Emil",
	"Fanny", "Gero", "Hanna", "Ivo", "Jana", "Karl", "Lena", "Milo", "Nora",
	"Otto", "Paula", "Quentin", "Rosa", "Samir", "Thea", "Ute", "Viktor",
	"Wanda", "Xenia", "Yann", "Zofia" };

/* How many of a hundred behave so. */
static const struct {
	const char *word;
	unsigned bit, percent;
} shares[] = {
	{ "quick", BEHAVIOUR_QUICK, 30 },
	{ "slow", BEHAVIOUR_SLOW, 25 },
	{ "late", BEHAVIOUR_LATE, 20 },
	{ "forgetful", BEHAVIOUR_FORGETFUL, 15 },
	{ "chatty", BEHAVIOUR_CHATTY, 20 },
	{ "clumsy", BEHAVIOUR_CLUMSY, 20 },
	{ "away", BEHAVIOUR_AWAY, 35 },
	{ "ahead", BEHAVIOUR_AHEAD, 50 },
	{ "quitter", BEHAVIOUR_QUITTER, 5 },
	{ "ghost", BEHAVIOUR_GHOST, 4 },
	{ "helper", BEHAVIOUR_HELPER, 20 },
	{ "voter", BEHAVIOUR_VOTER, 60 },
	{ "muter", BEHAVIOUR_MUTER, 5 },
};

bool
somebody_has(const struct somebody *who, unsigned behaviour_bit)
{
	return (who->preferences & behaviour_bit) != 0;
}

const char *
people_behaviour(size_t i, unsigned *bit)
{
	if (i >= G_N_ELEMENTS(shares))
		return NULL;
	*bit = shares[i].bit;
	return shares[i].word;
}

static void
thread_free(gpointer p)
{
	struct thread *th = p;

	g_free(th->reply_to);
	g_free(th->message_id);
	g_free(th->subject);
	g_free(th->quote);
	g_free(th->line);
	g_strfreev(th->choices);
	g_free(th);
}

void
somebody_free(gpointer p)
{
	struct somebody *who = p;

	g_free(who->name);
	g_free(who->address);
	g_free(who->zone);
	g_time_zone_unref(who->tz);
	g_hash_table_destroy(who->threads);
	g_free(who);
}

static struct somebody *
somebody_new(struct season *s, int number)
{
	struct somebody *who = g_new0(struct somebody, 1);

	who->number = number;
	who->name = g_strdup_printf("%s %d",
	    first[(size_t)number % G_N_ELEMENTS(first)],
	    number / (int)G_N_ELEMENTS(first) + 1);
	who->address = g_strdup_printf("p%d@people.example", number);
	who->zone = g_strdup(zones[season_dice(s, G_N_ELEMENTS(zones))]);
	who->tz = g_time_zone_new_identifier(who->zone);
	if (who->tz == NULL)
		who->tz = g_time_zone_new_utc();
	for (size_t i = 0; i < G_N_ELEMENTS(shares); i++)
		if (season_chance(s, shares[i].percent))
			who->preferences |= shares[i].bit;
	who->wakes = 6 * 60 + (int)season_dice(s, 180);
	who->sleeps = 20 * 60 + (int)season_dice(s, 220);
	who->pace = who->preferences & BEHAVIOUR_QUICK	? HOUR
		    : who->preferences & BEHAVIOUR_SLOW ? 20 * HOUR
							: 6 * HOUR;
	who->threads = g_hash_table_new_full(
	    g_int64_hash, g_int64_equal, g_free, thread_free);
	return who;
}

static int
put_person(struct season *s, struct somebody *who)
{
	struct person person = { .name = who->name,
		.language = (char *)"en",
		.zone = who->zone,
		.address = who->address,
		.created = s->now };
	int r = store_person_add(s->home->store, &person);

	who->person = person.id;
	return r;
}

int
people_make(struct season *s)
{
	int r = 0;

	if (store_begin(s->home->store, __func__) == -1)
		return -1;
	for (int i = 0; i < s->options->people && r == 0; i++) {
		struct somebody *who = somebody_new(s, i);

		g_ptr_array_add(s->people, who);
		g_hash_table_insert(s->by_address, who->address, who);
		r = put_person(s, who);
	}
	if (r == 0)
		return store_commit(s->home->store);
	store_rollback(s->home->store);
	return -1;
}

struct thread *
somebody_thread(struct somebody *who, int64_t match, int seat)
{
	int64_t key = match * 64 + seat + 1;
	struct thread *th = g_hash_table_lookup(who->threads, &key);

	if (th == NULL) {
		th = g_new0(struct thread, 1);
		g_hash_table_insert(
		    who->threads, g_memdup2(&key, sizeof(key)), th);
	}
	return th;
}

int64_t
somebody_awake(const struct somebody *who, int64_t at)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);
	g_autoptr(GDateTime) local = g_date_time_to_timezone(utc, who->tz);
	int minute =
	    g_date_time_get_hour(local) * 60 + g_date_time_get_minute(local);

	if (minute < who->wakes)
		return at + (who->wakes - minute) * MINUTE;
	if (minute >= who->sleeps)
		return at + (24 * 60 - minute + who->wakes) * MINUTE;
	return at;
}

int64_t
somebody_delay(struct season *s, const struct somebody *who)
{
	/* in tenths: mostly soon, now and then much later */
	static const int factors[] = { 1, 2, 3, 5, 8, 10, 10, 15, 20, 40 };
	int64_t delay =
	    who->pace * factors[season_dice(s, G_N_ELEMENTS(factors))] / 10;

	return MAX(delay, 2 * MINUTE) + season_dice(s, 600);
}
