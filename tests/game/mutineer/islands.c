/* SPDX-License-Identifier: ISC */
/* The islands as data: our own file, and what is wrong with others. */
#include "base/err.h"
#include "base/yaml.h"
#include "core/chance.h"
#include "core/data.h"
#include "core/match.h"
#include "core/rules.h"
#include "tests/game/mutineer/play.h"

#define OWN "games/mutineer/islands.yaml"

static json_t *
read_own(void)
{
	g_autofree char *text = NULL;
	gsize size;
	struct err err = { 0 };
	struct ynode *node;
	json_t *data;

	assert_true(g_file_get_contents(OWN, &text, &size, NULL));
	node = yaml_read(text, size, OWN, &err);
	if (node == NULL)
		fail_msg("%s", err.text);
	data = data_from_yaml(node);
	ynode_free(node);
	return data;
}

static void
test_our_file_is_right_and_what_is_built_in(void **unused)
{
	const struct game *g = play_game();
	json_t *data = read_own();
	unsigned char seed[SEED_SIZE] = { 1 };
	const struct setup given = { .seats = 3, .data = data };
	const struct setup built_in = { .seats = 3 };
	struct data_fault fault;
	char *a = g_malloc0(g->state_size), *b = g_malloc0(g->state_size);
	struct chance *chance;

	(void)unused;
	if (!g->data_check(data, &fault))
		fail_msg("%s: %s", fault.path, fault.text);
	assert_string_equal(g->data_file, "islands.yaml");
	chance = chance_new(seed);
	g->setup(a, &given, chance, NULL);
	chance_free(chance);
	chance = chance_new(seed);
	g->setup(b, &built_in, chance, NULL);
	chance_free(chance);
	assert_memory_equal(a, b, g->state_size);
	g_free(a);
	g_free(b);
	json_decref(data);
}

/* The table of the rules: id, buys, alone, two, three, ship. */
static void
test_the_twelve_islands_of_the_rules(void **unused)
{
	static const char *const table[12] = {
		"hochland any 4 3 2 5",
		"frosthoehle cloth 3 2 1 3",
		"gruenland salt 5 3 2 4",
		"karge-zunge grain 6 3 2 4",
		"eisfelsen ruby 6 4 3 5",
		"affeninsel grain 2 1 1 2",
		"kalte-klippe cloth 5 2 2 4",
		"sommerland salt 3 1 1 2",
		"rotes-riff wine 4 2 2 3",
		"piratennest any 4 3 2 5",
		"fingerhut ruby 2 1 0 2",
		"sandkap wine 4 2 1 3",
	};
	static const struct layout l = {
		.hands = { "ruby ruby ruby ruby salt",
		    "wine wine wine wine salt", "salt salt salt grain grain" },
	};
	static const char *const keys[] = { "id", "buys", "alone", "two",
		"three", "ship" };
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	for (size_t i = 0; i < 12; i++) {
		GString *row = g_string_new(NULL);

		for (size_t k = 0; k < G_N_ELEMENTS(keys); k++) {
			g_autofree char *path =
			    g_strdup_printf("islands/%zu/%s", i, keys[k]);
			g_autofree char *value = play_look(
			    play_game()->view(match_state(p.m), 0), path);

			g_string_append_printf(
			    row, "%s%s", k > 0 ? " " : "", value);
		}
		play_same(
		    g_string_free(row, FALSE), table[i], __FILE__, __LINE__);
	}
	play_end(&p);
}

/* Our file with one thing changed; value NULL: taken away. */
static void
fault_is(size_t island, const char *key, const char *value, const char *want)
{
	json_t *data = read_own();
	json_t *map = json_array_get(json_object_get(data, "islands"), island);
	struct data_fault fault = { "", "" };
	g_autofree char *got = NULL;
	json_t *changed =
	    value != NULL ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;

	if (value != NULL)
		assert_int_equal(json_object_set_new(map, key, changed), 0);
	else
		assert_int_equal(json_object_del(map, key), 0);
	assert_false(play_game()->data_check(data, &fault));
	json_decref(data);
	got = g_strdup_printf("%s: %s", fault.path, fault.text);
	play_same(g_steal_pointer(&got), want, __FILE__, __LINE__);
}

static void
test_faults_of_an_id(void **unused)
{
#define ID                                                                \
	"An id must be lower-case letters, digits and '-', begin with a " \
	"letter and be at most 24 long."
	(void)unused;
	fault_is(3, "id", NULL, "islands/3: This island has no id.");
	fault_is(3, "id", "\"\"", "islands/3/id: " ID);
	fault_is(3, "id", "\"Karge\"", "islands/3/id: " ID);
	fault_is(3, "id", "\"1st\"", "islands/3/id: " ID);
	fault_is(3, "id", "7", "islands/3/id: " ID);
	fault_is(3, "id", "\"karge zunge\"", "islands/3/id: " ID);
	fault_is(3, "id", "\"abcdefghijklmnopqrstuvwxy\"", "islands/3/id: " ID);
	fault_is(3, "id", "\"gruenland\"",
	    "islands/3/id: The id \"gruenland\" stands here twice.");
	fault_is(0, "id", "\"x\"",
	    "islands: The island hochland is missing: there the merchant "
	    "ship starts.");
	fault_is(9, "id", "\"x\"",
	    "islands: The island piratennest is missing: there the pirates "
	    "start.");
}

static void
test_faults_of_what_is_bought_and_of_points(void **unused)
{
#define POINTS "Points must be a whole number from 0 to 99."
	(void)unused;
	fault_is(
	    3, "buys", NULL, "islands/3: What this island buys is missing.");
	fault_is(3, "buys", "\"rum\"",
	    "islands/3/buys: An island buys ruby, salt, wine, cloth, grain "
	    "or any.");
	fault_is(3, "buys", "\"conflict\"",
	    "islands/3/buys: An island buys ruby, salt, wine, cloth, grain "
	    "or any.");
	fault_is(
	    11, "alone", NULL, "islands/11: The points \"alone\" are missing.");
	fault_is(11, "alone", "-1", "islands/11/alone: " POINTS);
	fault_is(11, "two", "100", "islands/11/two: " POINTS);
	fault_is(11, "three", "\"x\"", "islands/11/three: " POINTS);
	fault_is(11, "ship", "1.5", "islands/11/ship: " POINTS);
	fault_is(2, "colour", "\"red\"",
	    "islands/2/colour: \"colour\" is no property of an island.");
}

static void
test_faults_of_a_name(void **unused)
{
#define NAME                                                             \
	"A name must be a text of 1 to 80 bytes in one line; put it in " \
	"quotes if it looks like a number."
	(void)unused;
	fault_is(1, "name", NULL, "islands/1: This island has no name.");
	fault_is(1, "name", "\"x\"",
	    "islands/1/name: The name must be given by language, such as "
	    "\"en: Sandy Cape\".");
	fault_is(1, "name", "{\"de\":\"x\"}",
	    "islands/1/name: The English name (en) is missing.");
	fault_is(1, "name", "{\"en\":\"x\",\"eng\":\"x\"}",
	    "islands/1/name/eng: A language is two lower-case letters, such "
	    "as en or de.");
	fault_is(1, "name", "{\"en\":\"\"}", "islands/1/name/en: " NAME);
	fault_is(1, "name", "{\"en\":7}", "islands/1/name/en: " NAME);
	fault_is(1, "name", "{\"en\":\"a\\nb\"}", "islands/1/name/en: " NAME);
}

static void
file_fault_is(const char *json, const char *want)
{
	json_t *data = json_loads(json, JSON_DECODE_ANY, NULL);
	struct data_fault fault = { "", "" };

	assert_non_null(data);
	assert_false(play_game()->data_check(data, &fault));
	json_decref(data);
	play_same(g_strdup_printf("%s: %s", fault.path, fault.text), want,
	    __FILE__, __LINE__);
}

static void
test_faults_of_the_whole(void **unused)
{
	(void)unused;
	file_fault_is(
	    "[]", ": The file must be a map with the key \"islands\".");
	file_fault_is(
	    "\"x\"", ": The file must be a map with the key \"islands\".");
	file_fault_is("{}", ": The key \"islands\" is missing.");
	file_fault_is("{\"islands\":{}}",
	    "islands: There must be a list of exactly 12 islands.");
	file_fault_is("{\"islands\":[1]}",
	    "islands: There must be a list of exactly 12 islands.");
	file_fault_is("{\"islands\":[1,2,3,4,5,6,7,8,9,10,11,12]}",
	    "islands/0: An island must be a map with id, buys, alone, two, "
	    "three, ship and name.");
	file_fault_is("{\"rivers\":1}",
	    "rivers: \"rivers\" is unknown: the file holds \"islands\" only.");
}

static void
test_islands_of_another_name_are_played(void **unused)
{
	json_t *data = read_own();
	json_t *map = json_array_get(json_object_get(data, "islands"), 11);
	struct layout l = { .captain = 0,
		.hands = { "ruby ruby ruby ruby salt",
		    "wine wine wine wine salt", "salt salt salt grain grain" },
		.ring = "hochland frosthoehle gruenland karge-zunge "
			"eisfelsen abcdefghijklmnopqrstuvwx kalte-klippe "
			"sommerland rotes-riff piratennest fingerhut "
			"affeninsel" };
	char *text;
	struct play p;

	(void)unused;
	json_object_set_new(map, "id", json_string("abcdefghijklmnopqrstuvwx"));
	json_object_set_new(map, "ship", json_integer(99));
	text = json_dumps(data, 0);
	l.data = text;
	play_begin(&p, &l);
	go(&p, "0 pay 0; 0 pass");
	heard_of(
	    &p, 1, "destination", "destination 0 abcdefghijklmnopqrstuvwx");
	sleep_through_round(&p);
	state_is(&p, "scores", "99 0 0");
	play_end(&p);
	free(text);
	json_decref(data);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(our_file_is_right_and_what_is_built_in),
		T(the_twelve_islands_of_the_rules),
		T(faults_of_an_id),
		T(faults_of_what_is_bought_and_of_points),
		T(faults_of_a_name),
		T(faults_of_the_whole),
		T(islands_of_another_name_are_played),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
