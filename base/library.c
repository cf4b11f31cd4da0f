/* SPDX-License-Identifier: ISC */
#include "base/library.h"

#include "base/err.h"

#include <dlfcn.h>
#include <string.h>

/* Address Sanitizer ends a program that uses it. */
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__)
#define DEEP RTLD_DEEPBIND
#else
#define DEEP 0
#endif

static int deep; /* DEEP, or 0 */

void
library_bind_deep(void)
{
	deep = DEEP;
}

static int
need(struct library *library, int how, struct err *e)
{
	void *handle;

	if (library->open)
		return 0;
	/* Not by GModule, which looks in the current folder as well.  It is
	 * never closed: what it keeps for itself holds until the process ends.
	 */
	handle =
	    dlopen(library->file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE | how);
	if (handle == NULL)
		return err_set(e, ERR_IO,
		    "the library %s cannot be opened; install it again (%s)",
		    library->file, dlerror());
	for (size_t i = 0; i < library->n; i++) {
		const struct library_call *call = &library->calls[i];
		void *symbol = dlsym(handle, call->symbol);

		if (symbol == NULL)
			return err_set(e, ERR_IO,
			    "the library %s is not the one that turnpost was "
			    "built with: it has no %s",
			    library->file, call->symbol);
		/* C lets no void * become a pointer to a function. */
		memcpy(call->pointer, &symbol, sizeof(symbol));
	}
	library->open = true;
	return 0;
}

int
library_need(struct library *library, struct err *e)
{
	return need(library, 0, e);
}

int
library_need_deep(struct library *library, struct err *e)
{
	return need(library, deep, e);
}
