/* SPDX-License-Identifier: ISC */
/* turnpost.yaml: who may come by herself, and how many. */
#include "app/home/config.h"

#include "base/err.h"
#include "base/yaml.h"

#include <string.h>

#define LIMIT_MAX 10000

void
config_signup_default(struct signup_config *s)
{
	*s = (struct signup_config){
		.mode = SIGNUP_MODE_CLOSED,
		.matches = 3,
		.people = 20,
		.invitations = 10,
	};
}

static int
read_mode(struct signup_config *s, const struct ynode *node, struct err *e)
{
	static const char *const words[] = {
		[SIGNUP_MODE_CLOSED] = "closed",
		[SIGNUP_MODE_INVITE] = "invite",
		[SIGNUP_MODE_ANY] = "open",
	};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (g_strcmp0(node->text, words[i]) == 0) {
			s->mode = (enum signup_mode)i;
			return 0;
		}
	return config_fault(e, node, "signup must be closed, invite or open");
}

static int
read_approval(struct config *c, const struct ynode *node, struct err *e)
{
	c->signup.approval = g_strcmp0(node->text, "yes") == 0;
	if (!c->signup.approval && g_strcmp0(node->text, "no") != 0)
		return config_fault(e, node, "approval must be yes or no");
	if (c->signup.approval && c->organiser == NULL)
		return config_fault(e, node,
		    "approval needs an organiser, who gets a letter: set "
		    "organiser, too");
	return 0;
}

static int
read_limit(const struct ynode *node, int *limit, struct err *e)
{
	char *end = NULL;
	guint64 n = 0;

	if (node->text != NULL && g_ascii_isdigit(node->text[0]))
		n = g_ascii_strtoull(node->text, &end, 10);
	if (end == NULL || *end != '\0' || n > LIMIT_MAX)
		return config_fault(
		    e, node, "a limit must be a number from 0 to 10000");
	*limit = (int)n;
	return 0;
}

static int
read_limits(struct signup_config *s, const struct ynode *map, struct err *e)
{
	static const char *const keys[] = { "matches", "people", "invitations",
		NULL };
	int *const limits[] = { &s->matches, &s->people, &s->invitations };

	if (config_keys(map, keys, e) == -1)
		return -1;
	for (size_t i = 0; keys[i] != NULL; i++) {
		const struct ynode *node = ynode_get(map, keys[i]);

		if (node != NULL && read_limit(node, limits[i], e) == -1)
			return -1;
	}
	return 0;
}

int
config_signup(struct config *c, const struct ynode *tree, struct err *e)
{
	const struct ynode *node;

	if ((node = ynode_get(tree, "signup")) != NULL &&
	    read_mode(&c->signup, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "approval")) != NULL &&
	    read_approval(c, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "limits")) != NULL &&
	    read_limits(&c->signup, node, e) == -1)
		return -1;
	return 0;
}
