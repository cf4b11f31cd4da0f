# SPDX-License-Identifier: ISC
"""A home whose program finds other functions than those of the C library."""

import os
import subprocess

from house import House

# Stands in front of the loader's own.
HIDING = r"""
#include <dlfcn.h>
#include <string.h>
void *dlopen(const char *file, int mode)
{
	void *(*next)(const char *, int) =
	    (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
	if (file != NULL && strncmp(file, "%s", strlen("%s")) == 0)
		return next("libno-such-library.so", mode);
	return next(file, mode);
}
"""


class Preloading(House):
    before = None  # what the program runs with

    def preload(self, code):
        """Functions in C."""
        library = self.path("preloaded.so")
        subprocess.run(["gcc", "-shared", "-fPIC", "-D_GNU_SOURCE", "-x", "c",
                        "-o", library, "-"], input=code, text=True,
                       check=True)
        options = os.environ.get("ASAN_OPTIONS", "")
        self.before = {"LD_PRELOAD": library,
                       "ASAN_OPTIONS": options + ":verify_asan_link_order=0"}

    def hide(self, library):
        """Whatever begins so is not on this machine."""
        self.preload(HIDING % (library, library))

    def call(self, *args, env=None, **more):
        return super().call(*args, env=dict(env or {}, **(self.before or {})),
                            **more)
