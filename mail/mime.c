/* SPDX-License-Identifier: ISC */
#include "mail/mime.h"

#include "base/err.h"
#include "mail/mail.h"

#include <stdint.h>

struct gmime gmime;

int
mail_open(struct err *e)
{
#define CALL(call) LIBRARY_CALL(g_mime_, call, gmime)
#define INTERNET(call) LIBRARY_CALL(internet_, call, gmime)
#define OBJECT(call) LIBRARY_CALL(g_, call, gmime)
	/* clang-format off */
	static const struct library_call calls[] = {
		MIME_CALLS(CALL)
		MIME_INTERNET_CALLS(INTERNET)
		MIME_OBJECT_CALLS(OBJECT)
	};
	/* clang-format on */
#undef CALL
#undef INTERNET
#undef OBJECT
	static struct library library = { library_gmime, calls,
		G_N_ELEMENTS(calls), false };

	if (library.open)
		return 0;
	if (library_need(&library, e) == -1)
		return -1;
	gmime.init();
	return 0;
}

/* Is it of that type, or of one made from it? */
static bool
is_a(const void *object, GType type)
{
	/* GObject takes no const */
	void *instance = (void *)(uintptr_t)object;

	return instance != NULL &&
	       gmime.type_check_instance_is_a(instance, type);
}

bool
mime_is_part(const GMimeObject *object)
{
	return is_a(object, gmime.part_get_type());
}

bool
mime_is_multipart(const GMimeObject *object)
{
	return is_a(object, gmime.multipart_get_type());
}

bool
mime_is_message_part(const GMimeObject *object)
{
	return is_a(object, gmime.message_part_get_type());
}

bool
mime_is_mailbox(const InternetAddress *address)
{
	return is_a(address, gmime.address_mailbox_get_type());
}
