/* SPDX-License-Identifier: ISC */
/* To which person a letter is, and of which home. */
#include "app/letters/context/addressed.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "base/address.h"

json_t *
context_address(const char *address)
{
	g_autofree char *shown =
	    address == NULL ? NULL : address_shown(address);

	return shown == NULL ? json_null() : json_string(shown);
}

json_t *
context_person(struct home *home, const char *name)
{
	const char *organiser = home->config->organiser_name;
	json_t *context = json_object();
	json_t *self = json_object();
	json_t *person = json_object();

	json_object_set_new(
	    self, "address", json_string(home->config->address));
	json_object_set_new(self, "name", json_string(home->config->name));
	if (organiser != NULL && organiser[0] != '\0')
		json_object_set_new(self, "organiser", json_string(organiser));
	json_object_set_new(context, "home", self);
	json_object_set_new(person, "name", json_string(name));
	json_object_set_new(context, "person", person);
	return context;
}

void
context_to_organiser(json_t *context)
{
	json_object_del(json_object_get(context, "home"), "organiser");
}
