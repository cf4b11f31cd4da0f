# turnpost.  GNU make; sources are found by wildcard.
#
#	make            the program, build/release/turnpost
#	make check      build with ASan and UBSan, run every test
#	make demo       a whole match by mail, on this machine
#	make lint       layers, sizes, words, languages, format, warnings, man pages
#	make install    to $(DESTDIR)$(PREFIX)
#	make deb        Debian packages, in build/deb
#	make dist       an archive of the sources, in build/dist
#
# Targets that build first install what is missing (tools/deps.sh), then call
# make again, because the flags of libraries are asked for when it starts.
# More: demo GAME=x, demo SERVERS=yes (over IMAP and SMTP), check-game GAME=x,
# crash, golden, bench, fuzz TIME=60, fuzz-regress, san, s390x and arm64 (other
# machines for the tests), deb-check, deb-arm64 (as root), deps, uninstall, clean.  T=words
# with check runs the tests so named, L=script with lint that one of tests/lint.

# V is the variant: release, san (ASan and UBSan) or fuzz.
V := release
B := build/$(V)
PREFIX ?= /usr/local
# The one place that has it.
VERSION := $(shell sed -n '1s/^[^(]*(\([^)]*\)).*/\1/p' debian/changelog \
	2>/dev/null)
PYTHON := /usr/bin/python3

# A game that is not there is told before all is built for it.
GAMES := $(patsubst games/%/,%,$(wildcard games/*/))
ifneq ($(filter demo check-game,$(MAKECMDGOALS)),)
ifneq ($(filter-out $(GAMES),$(GAME)),)
$(error there is no game $(GAME); the games are $(GAMES))
endif
endif

FOLDERS := base core robot rating series policy parse games store mail render engine app sim
PKG_CONFIG := pkg-config
PKGS := sqlite3 gmime-3.0 glib-2.0 yaml-0.1 jansson libsodium libcurl \
	libical libidn2 librsvg-2.0 cairo fontconfig libdeflate libzstd \
	libarchive libsystemd libpq
PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
# Those that are opened when first used (base/library.h) are not linked.
OPENED := sqlite3 libcurl gmime-3.0 libidn2 libical librsvg-2.0 cairo fontconfig libzstd \
	libarchive libsystemd libpq
PKG_LIBS := $(shell $(PKG_CONFIG) --libs $(filter-out $(OPENED),$(PKGS)) \
	2>/dev/null) -lm
TEST_LIBS := -Wl,--as-needed \
	$(shell $(PKG_CONFIG) --libs sqlite3 cairo libzstd 2>/dev/null) -lcmocka

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wswitch-enum \
	-Wstrict-prototypes -Wmissing-prototypes -Wformat=2 -Wvla
# Those of these flags that the compiler knows for its machine.
HARDEN := -fstack-clash-protection -fcf-protection
known = $(foreach flag,$(1),$(shell $(CC) -Werror $(flag) -S -o - -x c \
	/dev/null >/dev/null 2>&1 && echo $(flag)))
CFLAGS_release = -O2 -g -D_FORTIFY_SOURCE=2 -fstack-protector-strong \
	$(HARDEN_KNOWN)
LDFLAGS_release := -Wl,-z,relro,-z,now
# For reports, -g1 has files and lines enough; CFLAGS=-g gives a debugger more.
CFLAGS_san := -O1 -g1 -Werror -fsanitize=address,undefined \
	-fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_fuzz := -O1 -g1 -Werror -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=all -fno-omit-frame-pointer
# These two link many programs, so with the quickest linker that is here.
LINK_lld := -fuse-ld=lld -Wl,--threads=1
LINK_gold := -fuse-ld=gold
QUICK_LINK = $(LINK_$(firstword $(foreach linker,lld gold, \
	$(if $(shell command -v ld.$(linker)),$(linker)))))
ifneq ($(filter san fuzz,$(V)),)
LDFLAGS_$(V) := $(QUICK_LINK)
endif
CC := $(if $(filter fuzz,$(V)),clang,gcc)
ifeq ($(V),release)
HARDEN_KNOWN := $(call known,$(HARDEN))
endif
# Ratings are the same everywhere if doubles are rounded after each step, which
# old Intel processors do not do by themselves.
DOUBLES := $(if $(filter i%86-%,$(shell $(CC) -dumpmachine 2>/dev/null)),\
	-msse2 -mfpmath=sse)
# Times beyond 2038 where they would have 32 bits.
BASE_CFLAGS := -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 \
	-DTURNPOST_VERSION='"$(VERSION)"' -I. $(WARN) $(DOUBLES)
ALL_CFLAGS := $(BASE_CFLAGS) $(CFLAGS_$(V)) $(PKG_CFLAGS) -MMD -MP $(CFLAGS)
ALL_LDFLAGS := $(filter -fsanitize% -fno-sanitize%,$(CFLAGS_$(V))) \
	$(LDFLAGS_$(V)) $(LDFLAGS)

SRC := $(foreach f,$(FOLDERS),$(wildcard $(f)/*.c $(f)/*/*.c $(f)/*/*/*.c))
OBJ := $(SRC:%.c=$(B)/%.o) $(B)/embedded.o $(B)/embedded_data.o \
	$(B)/sonames.o
CMD := $(patsubst %.c,$(B)/%.o,$(wildcard cmd/*.c))
PROGRAM := $(if $(CMD),$(B)/turnpost)
# Catalogues are built in as they are and packed (tools/pack_yaml.py), and each
# language as tables of all its words (tools/pack_words.py).
CATALOGUES := $(wildcard templates/*/*.yaml templates/*/*/*.yaml)
LANGUAGES := $(patsubst templates/%/phrases.yaml,%, \
	$(wildcard templates/*/phrases.yaml))
LEXICONS := $(foreach l,$(LANGUAGES),$(patsubst %,templates/$(l)/%.lexicon, \
	phrases forms firsts verbs starts lists))
EMBED := $(wildcard store/letters.dict store/sql/*.sql store/postgres/sql/*.sql \
	games/*/*.yaml \
	etc/turnpost.yaml) \
	$(sort $(shell find templates -type f 2>/dev/null))

TEST_FOLDERS := base core robot rating series game store mail render app sim
TESTS := $(patsubst %.c,$(B)/%, \
	$(foreach f,$(TEST_FOLDERS),$(wildcard tests/$(f)/*.c tests/$(f)/*/*.c)))
GAME_TESTS := $(patsubst tests/%.c,%,$(wildcard tests/game/*.c \
	tests/game/$(or $(GAME),*)/*.c \
	$(if $(GAME),$(patsubst %,tests/render/%.c,beginnings catalogues \
	moves_said stories templates topics))))
FUZZERS := $(patsubst %.c,$(B)/%,$(wildcard tests/fuzz/*.c))
# The program once more, for many runs of it (tests/e2e/host.c).
HOST := $(if $(CMD),$(B)/tests/e2e/host)
BENCHES := $(patsubst %.c,$(B)/%,$(wildcard tests/bench/*.c))

# Short lines; VERBOSE=1 shows the commands.
Q := $(if $(VERBOSE),,@)
# Make again, with all processors unless the caller said how many.  Lines with it
# begin with "+", for make does not see the $(MAKE) in it and would keep its job
# server to itself; they run with -n too, and then tell what they would do.
AGAIN = $(MAKE) --no-print-directory \
	$(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

all: deps
	+@$(AGAIN) V=$(V) built completions

built: $(PROGRAM)
completions: $(if $(CMD),$(B)/completion/turnpost)
game-built: $(GAME_TESTS:%=$(B)/tests/%)
tests-built: $(PROGRAM) $(TESTS) $(FUZZERS) $(HOST)
fuzz-built: $(FUZZERS)
bench-built: $(PROGRAM) $(BENCHES)

# What must be there to build and to test; silent if it is.
deps:
	@tools/deps.sh

san: deps
	+@$(AGAIN) V=san tests-built

check:
	@tools/deps.sh test
	+@$(AGAIN) V=san tests-built
	@tests/run build/san $(T)

# Those of store/ and e2e/ that can be with homes on a PostgreSQL server.
check-postgres:
	@tools/deps.sh test
	+@$(AGAIN) V=san tests-built
	@tests/check_postgres.py build/san $(T)

# Random matches of the rules, as many as MATCHES, from number SEED on; the
# tests of tests/game read GAME, MATCHES and SEED.  Of one GAME its words, too.
check-game: deps
	+@$(AGAIN) V=san game-built
	@GAME="$(GAME)" MATCHES=$(or $(MATCHES),2000) SEED=$(or $(SEED),1) \
		TIMEOUT=3600 tests/run build/san $(GAME_TESTS)

crash: san
	@tests/run build/san crash

golden: san
	@tests/golden build/san

fuzz-regress: san
	@tests/run build/san fuzz/

fuzz:
	@tools/deps.sh lint
	+@$(AGAIN) V=fuzz fuzz-built
	@tests/fuzz/run build/fuzz $(or $(TIME),60) $(SEED)

# The program for a big-endian machine, and that machine (tools/machine.sh); tests
# of sim/ use it from then on.
s390x: deps
	@tools/machine.sh s390x build/s390x
	@build/s390x/make --no-print-directory -j$(shell nproc) built

# A machine with another processor; tests of robot/ and rating/ use it from then on.
arm64: deps
	@tools/machine.sh arm64 build/arm64 libglib2.0-dev libyaml-dev libzstd-dev libidn2-dev \
		libjansson-dev libsodium-dev libdeflate-dev libarchive-dev

bench: deps
	+@$(AGAIN) V=release bench-built
	@ENGINE=$(ENGINE) tests/bench/run build/release

demo: all
	@$(if $(SERVERS),tools/deps.sh test)
	@TURNPOST=$(CURDIR)/build/release/turnpost TURNPOST_SRC=$(CURDIR) \
		$(PYTHON) tests/demo/demo.py $(if $(GAME),--game $(GAME)) \
		$(if $(SERVERS),--servers) $(if $(ROBOTS),--robots)

lint:
	@tools/deps.sh lint
	+@$(AGAIN) lint-ready
	@BASE_CFLAGS="$(subst ",\",$(BASE_CFLAGS))" PKGS="$(PKGS)" \
		tests/lint/run $(L)

# A generated file that the compilers of lint want to see.
lint-ready: $(B)/embedded.stamp

$(B)/turnpost: $(CMD) $(B)/libturnpost.a
	@echo "  LINK $@"
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS)

$(B)/libturnpost.a: $(OBJ) $(B)/objects.list
	@echo "  AR $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $(OBJ)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# Another version is told at once.
$(patsubst %.c,$(B)/%.o,$(shell grep -ls TURNPOST_VERSION $(SRC) cmd/*.c \
	</dev/null)): debian/changelog

# A fuzzer has libFuzzer's main, or in other variants the one that replays
# its corpus.
FUZZ_MAIN := $(if $(filter fuzz,$(V)),,$(B)/tests/fuzz/replay/main.o)
$(FUZZERS): $(B)/%: %.c $(FUZZ_MAIN) $(B)/libturnpost.a
	@mkdir -p $(@D)
	@echo "  LINK $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -MF $@.d -MT $@ \
		$(if $(FUZZ_MAIN),,-fsanitize=fuzzer) -o $@ $< $(FUZZ_MAIN) \
		$(B)/libturnpost.a $(PKG_LIBS)

# The object stays, so that after a change of the program tests are only linked.
$(TESTS) $(BENCHES): $(B)/%: $(B)/%.o $(B)/libturnpost.a
	@echo "  LINK $@"
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $< $(B)/libturnpost.a $(PKG_LIBS) \
		$(TEST_LIBS)
.SECONDARY: $(TESTS:%=%.o) $(BENCHES:%=%.o)

# Completions of shells, from the tables of --help.
$(B)/completion/turnpost: $(PROGRAM) tools/completion.py
	@echo "  COMPLETION $(@D)"
	$(Q)tools/completion.py $(@D) $(RUN) $(PROGRAM)

# Linked after the program, so that no test takes an older one for it; and bound
# at its start (-z now), or each child would look up what it calls once more;
# so GMime is linked to it, which most of them open.  A mail can be made that
# kills its reader there.
KILLS := $(B)/tests/e2e/kills_reader.o
$(HOST): $(B)/tests/e2e/host.o $(KILLS) $(PROGRAM)
	@echo "  LINK $@"
	$(Q)objcopy --redefine-sym main=turnpost_main $(B)/cmd/turnpost.o \
		$(@D)/turnpost.o
	$(Q)$(CC) $(ALL_LDFLAGS) -Wl,-z,now -Wl,--wrap=letter_read -o $@ \
		$< $(KILLS) $(@D)/turnpost.o \
		$(filter-out %/turnpost.o,$(CMD)) $(B)/libturnpost.a $(PKG_LIBS) \
		-Wl,--no-as-needed $(shell $(PKG_CONFIG) --libs gmime-3.0)

# Files built into the program, see base/embed.h.
$(B)/embedded.stamp: $(EMBED) $(B)/embed.list tools/embed.sh \
	tools/pack_yaml.py tools/pack_words.py
	@mkdir -p $(@D)
	@echo "  EMBED $(B)/embedded.c"
	$(Q)$(PYTHON) tools/pack_yaml.py $(B)/packed $(CATALOGUES)
	$(Q)$(PYTHON) tools/pack_words.py $(B)/packed $(LANGUAGES)
	$(Q)tools/embed.sh $(B) $(EMBED) $(CATALOGUES:%=$(B)/packed/%) \
		$(LEXICONS:%=$(B)/packed/%)
	@touch $@
$(B)/embedded.o: $(B)/embedded.stamp
	$(Q)$(CC) -I. $(CFLAGS_$(V)) $(CFLAGS) -c -o $@ $(B)/embedded.c
$(B)/embedded_data.o: $(B)/embedded.stamp
	$(Q)$(CC) -Wa,-I,$(B) -c -o $@ $(B)/embedded_data.S

# What the loader calls the libraries that are opened when first used.
# Asked each time, for an upgrade of the system may change that.
$(B)/sonames.c: FORCE
	@mkdir -p $(@D)
	$(Q)tools/sonames.sh "$(CC)" $@.new
	@if cmp -s $@ $@.new; then rm $@.new; else mv $@.new $@; fi
$(B)/sonames.o: $(B)/sonames.c base/library.h
	$(Q)$(CC) -I. $(CFLAGS_$(V)) $(CFLAGS) -c -o $@ $(B)/sonames.c

# Lists that change when a file comes or goes.
$(B)/objects.list: LIST = $(OBJ)
$(B)/embed.list: LIST = $(EMBED)
$(B)/objects.list $(B)/embed.list: FORCE
	@mkdir -p $(@D)
	@echo '$(LIST)' >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
FORCE:

BIN := $(DESTDIR)$(PREFIX)/bin
MAN := $(DESTDIR)$(PREFIX)/share/man
UNITS := $(DESTDIR)$(PREFIX)/lib/systemd/system
DOC := $(DESTDIR)$(PREFIX)/share/doc/turnpost
# Where each shell of Debian looks for what packages complete.
BASH := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH := $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions
FISH := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
COMPLETIONS := build/release/completion
PAGES := $(wildcard man/*.[157])
# In other languages, as man/de/NAME.7.
TRANSLATED := $(wildcard man/??/*.[157])
SAMPLES := $(wildcard etc/*.yaml etc/*.cron etc/*.md etc/*.cf etc/*.conf)
UNIT_FILES := $(notdir $(wildcard etc/*.service etc/*.timer))

install: all install-built

# The program is replaced at once: a mail server may be calling it.
install-built:
	install -d $(BIN) $(MAN)/man1 $(MAN)/man5 $(MAN)/man7 $(UNITS) $(DOC) \
		$(BASH) $(ZSH) $(FISH)
	install -m 755 build/release/turnpost $(BIN)/turnpost.new
	mv -f $(BIN)/turnpost.new $(BIN)/turnpost
	for p in $(PAGES); do \
		install -m 644 $$p $(MAN)/man$${p##*.}/ || exit 1; \
	done
	for p in $(TRANSLATED:man/%=%); do \
		install -D -m 644 man/$$p \
			$(MAN)/$${p%/*}/man$${p##*.}/$${p##*/} || exit 1; \
	done
	install -m 644 $(COMPLETIONS)/turnpost $(BASH)
	install -m 644 $(COMPLETIONS)/_turnpost $(ZSH)
	install -m 644 $(COMPLETIONS)/turnpost.fish $(FISH)
	for u in $(UNIT_FILES); do \
		sed 's,@BINDIR@,$(PREFIX)/bin,' etc/$$u >$(UNITS)/$$u && \
			chmod 644 $(UNITS)/$$u || exit 1; \
	done
	install -m 644 $(SAMPLES) README.md CHANGES.md SECURITY.md LICENSE $(DOC)

# Debian packages, in build/deb.
deb:
	@tools/deps.sh deb
	+@tools/deb.sh build/deb

# Try them in systems of their own (tools/deb_check.sh), as root; PREVIOUS is a
# package of an earlier version.
deb-check: deb
	@tools/deb_check.sh build/deb build/deb-check $(PREVIOUS)

# The packages for arm64, built by a cross compiler and tried under qemu-user, in a
# system of their own, as root.
deb-arm64:
	@tools/deb_arm64.sh build/deb-arm64 build/deb-check

dist:
	@tools/dist.sh build/dist

uninstall:
	rm -f $(BIN)/turnpost $(UNIT_FILES:%=$(UNITS)/%) \
		$(BASH)/turnpost $(ZSH)/_turnpost $(FISH)/turnpost.fish
	for p in $(notdir $(PAGES)); do \
		rm -f $(MAN)/man$${p##*.}/$$p; \
	done
	for p in $(TRANSLATED:man/%=%); do \
		rm -f $(MAN)/$${p%/*}/man$${p##*.}/$${p##*/}; \
	done
	rm -rf $(DOC)

clean:
	rm -rf build

ifeq ($(filter clean deps uninstall,$(MAKECMDGOALS)),)
-include $(shell find $(B) -name '*.d' 2>/dev/null)
endif
.DELETE_ON_ERROR:
.PHONY: all built completions game-built tests-built fuzz-built bench-built install-built \
	deps san check check-postgres s390x arm64 check-game crash golden fuzz-regress fuzz \
	bench demo lint lint-ready install deb deb-check deb-arm64 dist \
	uninstall clean FORCE
