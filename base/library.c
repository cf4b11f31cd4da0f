/* SPDX-License-Identifier: ISC */
#include "base/library.h"

#include <gmodule.h>
#include <string.h>

int
library_need(struct library *library, struct err *e)
{
	GModule *module;

	if (library->open)
		return 0;
	module = g_module_open(library->file, G_MODULE_BIND_LOCAL);
	if (module == NULL)
		return err_set(e, ERR_MISSING,
		    "the library %s cannot be opened; install it again (%s)",
		    library->file, g_module_error());
	/* What it keeps for itself holds until the process ends. */
	g_module_make_resident(module);
	for (size_t i = 0; i < library->n; i++) {
		const struct library_call *call = &library->calls[i];
		gpointer symbol;

		if (!g_module_symbol(module, call->symbol, &symbol) ||
		    symbol == NULL)
			return err_set(e, ERR_MISSING,
			    "the library %s is not the one that turnpost was "
			    "built with: it has no %s",
			    library->file, call->symbol);
		/* a pointer to a function may not be assigned from one to data
		 */
		memcpy(call->pointer, &symbol, sizeof(symbol));
	}
	library->open = true;
	return 0;
}
