/* SPDX-License-Identifier: ISC */
/* What people say of themselves: name, language, time zone. */
#include "app/players/people/profile.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/time_zones.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/signup/person_commands.h"
#include "app/players/people/preferences.h"
#include "app/players/signup/signup.h"
#include "mail/address.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/people/people.h"

#include <string.h>

int
signup_name(struct signup *s, const struct request *q)
{
	const char *text = q->text;
	struct person *p;
	int r;

	if (!name_ok(text)) {
		signup_refuse(s, "error.own-name", NULL);
		return 0;
	}
	if ((p = store_person(s->home->store, s->person->id)) == NULL)
		return -1;
	g_free(p->name);
	p->name = g_strdup(text);
	r = store_person_set(s->home->store, p);
	person_free(p);
	if (r == 0)
		signup_said(s, "signup.name", json_pack("{s:s}", "name", text));
	return r;
}

/* "polski", "Polish" or "pl" -> "pl"; NULL: there is none of that name. */
static char *
find_language(struct home *home, const char *text)
{
	g_auto(GStrv) there = catalogs_there();

	for (size_t i = 0; there[i] != NULL; i++)
		if (catalog_is_called(home_catalog(home, there[i]), text))
			return g_strdup(there[i]);
	return NULL;
}

int
signup_language(struct signup *s, const struct request *q)
{
	const char *text = q->text;
	g_autofree char *language = find_language(s->home, text);
	struct person *p;
	int r;

	if (language == NULL) {
		g_auto(GStrv) all = catalogs_there();
		g_autofree char *there = g_strjoinv(", ", all);

		signup_refuse(s, "error.language",
		    json_pack("{s:s, s:s}", "language", text, "there", there));
		return 0;
	}
	if ((p = store_person(s->home->store, s->person->id)) == NULL)
		return -1;
	g_free(p->language);
	p->language = g_strdup(language);
	r = store_person_set(s->home->store, p);
	person_free(p);
	if (r == -1)
		return -1;
	/* What is said from now on is said in it. */
	home_speak(s->home, language);
	signup_said(s, "signup.language",
	    json_pack("{s:{s:s, s:s}}", "language", "word", language, "phrase",
		"language.name"));
	return 0;
}

/* Of the lines that will be done, the last that names a language we have. */
static char *
asked_language(struct home *home, const GPtrArray *requests)
{
	char *language = NULL;
	int lines = 0;

	for (guint i = 0; i < requests->len && lines < COMMANDS_MAX; i++) {
		const struct request *q = requests->pdata[i];
		char *found;

		if (!command_is(q, COMMAND_SIGNUP))
			continue;
		lines++;
		if (q->kind != REQUEST_LANGUAGE)
			continue;
		found = find_language(home, q->text);
		if (found == NULL)
			continue;
		g_free(language);
		language = found;
	}
	return language;
}

void
signup_speak(struct home *home, const GPtrArray *requests)
{
	g_autofree char *language = asked_language(home, requests);

	if (language != NULL)
		home_speak(home, language);
}

int
signup_speak_first(struct home *home, int64_t person, const GPtrArray *requests)
{
	g_autofree char *language = asked_language(home, requests);
	struct person *p;
	int r;

	if (language == NULL)
		return 0;
	if ((p = store_person(home->store, person)) == NULL)
		return -1;
	g_free(p->language);
	p->language = g_strdup(language);
	r = store_person_set(home->store, p);
	person_free(p);
	home_speak(home, language);
	return r;
}

int
signup_zone(struct signup *s, const struct request *q)
{
	const char *text = q->text;
	g_auto(GStrv) near = NULL;
	g_autofree char *zone = zone_find(text, &near);
	struct person *p;
	int r;

	if (zone == NULL) {
		g_autofree char *list = g_strjoinv(", ", near);

		signup_refuse(s,
		    near[0] != NULL ? "error.zone-near" : "error.zone",
		    json_pack("{s:s, s:s}", "zone", text, "near", list));
		return 0;
	}
	if ((p = store_person(s->home->store, s->person->id)) == NULL)
		return -1;
	g_free(p->zone);
	p->zone = g_strdup(zone);
	r = store_person_set(s->home->store, p);
	person_free(p);
	if (r == 0)
		r = preferences_zone(s->home, s->person->id);
	if (r == 0)
		signup_said(s, "signup.zone", json_pack("{s:s}", "zone", zone));
	return r;
}

/* ---- a zone guessed ---- */

/* Seconds from UTC that the field Date gives; false if it does not. */
static bool
date_offset(GBytes *raw, int *offset)
{
	gsize size;
	const char *data = g_bytes_get_data(raw, &size);
	g_autofree char *text = g_strndup(data, MIN(size, 65536));
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (size_t i = 0; lines[i] != NULL && g_strstrip(lines[i])[0] != '\0';
	     i++) {
		const char *at = lines[i];
		int n;

		if (g_ascii_strncasecmp(at, "date:", 5) != 0)
			continue;
		at = strpbrk(at, "+-");
		if (at == NULL || strspn(at + 1, "0123456789") < 4)
			return false;
		n = (int)g_ascii_strtoll(at + 1, NULL, 10);
		*offset = (n / 100 * 60 + n % 100) * (*at == '-' ? -60 : 60);
		/* a sender who writes +0000 mostly hides where that is */
		return n != 0;
	}
	return false;
}

char *
signup_guess(GBytes *raw, int64_t now)
{
	static const char *const places[] = { "Europe/Berlin", "Europe/London",
		"Europe/Helsinki", "Europe/Moscow", "America/New_York",
		"America/Chicago", "America/Denver", "America/Los_Angeles",
		"America/Sao_Paulo", "Asia/Dubai", "Asia/Kolkata",
		"Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo",
		"Australia/Sydney", "Pacific/Auckland" };
	int offset;

	if (raw == NULL || !date_offset(raw, &offset))
		return NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
		g_autoptr(GTimeZone) zone =
		    g_time_zone_new_identifier(places[i]);

		if (zone != NULL &&
		    g_time_zone_get_offset(
			zone, g_time_zone_find_interval(
				  zone, G_TIME_TYPE_UNIVERSAL, now)) == offset)
			return g_strdup(places[i]);
	}
	return NULL;
}
