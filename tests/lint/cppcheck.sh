#!/bin/sh
# What cppcheck is sure of.  Uninitialised values are left to the compilers and
# the sanitizers, which do not guess.
set -eu
# jansson's loops, as far as matters here
list='json_array_foreach(a,i,v)=for(i=0;i<json_array_size(a)&&(v=json_array_get(a,i));i++)'
object='json_object_foreach(o,k,v)=for(k="";(v=json_object_get(o,k))!=NULL;)'
# readdir_r, which it would like, is deprecated
cppcheck --std=c11 --language=c --enable=warning,portability --inline-suppr \
	--library=posix --library=gtk --suppress=missingIncludeSystem \
	--suppress=uninitvar --suppress=readdirCalled \
	--error-exitcode=1 -q -j "$(nproc)" -I. -D__GNUC__ \
	-D"$list" -D"$object" \
	base core policy parse games robot rating series render store mail engine app sim cmd
