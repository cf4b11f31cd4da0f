/* SPDX-License-Identifier: ISC */
/* What each subcommand does, in a few lines, for its --help. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>

/* At most five lines each; tests/e2e/test_help.py reads them all. */
static const struct about {
	const char *word, *text;
} abouts[] = {
	{ "init", "Makes a home, where --home or $TURNPOST_HOME says.  On a "
		  "terminal it asks for\n"
		  "the address, finds the mail servers, and tries the logins "
		  "and a mail to\n"
		  "itself; each answer can be an option instead.  Nothing is "
		  "written before the\n"
		  "last answer.  Without a terminal, the options are all that "
		  "is known." },
	{ "check", "Tries the settings, templates, fonts, spool, database, "
		   "passwords and a\n"
		   "login at each mail server, and reports for each whether it "
		   "is ok, could\n"
		   "be better (warning) or is wrong, and how to fix it.  "
		   "Nothing is changed,\n"
		   "and only --mail sends something.  The exit status is 1 if "
		   "something is wrong." },
	{ "status",
	    "Shows on one screen how turnpost is doing: matches by state, "
	    "queues, the\n"
	    "last mail in and out, the next deadlines, faults and room on "
	    "the disk.\n"
	    "It names no player, and neither waits for a running turnpost "
	    "nor holds\n"
	    "it up." },
	{ "metrics",
	    "Prints how turnpost is doing in Prometheus' text format.  With "
	    "FILE, it is\n"
	    "written there, all at once: name a file that ends with .prom in "
	    "the\n"
	    "folder of the node exporter.  \"metrics\" in turnpost.yaml does "
	    "so each\n"
	    "minute." },
	{ "match",
	    "Makes, shows and manages matches.  MATCH is a number from "
	    "\"turnpost\n"
	    "match list\"; SEAT is a seat's number, or its player's name or "
	    "address.\n"
	    "Most changes to a match need a --reason, which is mailed to all "
	    "its\n"
	    "players.  \"turnpost match WORD --help\" says more about each:" },
	{ "match new", "Makes a match and invites its players, with one --seat "
		       "for each, in the\n"
		       "order around the table.  It begins when all of them "
		       "have answered that\n"
		       "they are ready.  With --seats-wanted, there are free "
		       "seats for people who\n"
		       "join by mail." },
	{ "match list", "Lists all matches: overdue ones first, then by "
			"deadline, with whom each\n"
			"is waiting for, since when and until when.  States "
			"are muster (players\n"
			"are invited), running, over (played to the end) and "
			"ended (called off)." },
	{ "match show", "Shows one match: who plays, what each player is asked "
			"and by when.\n"
			"Hidden things need --reveal.  With --picture, the "
			"table is drawn into a\n"
			"file instead." },
	{ "match log",
	    "Shows what happened in a match, and when, as spectators were "
	    "told; "
	    "the\n"
	    "moves themselves with --reveal, or when the match is over." },
	{ "match pause", "Stops the clocks of a match, for the time given by "
			 "--for or at most 30\n"
			 "days.  Moves that players send are still made." },
	{ "match resume", "Resumes a paused match; each deadline keeps the "
			  "time that was left." },
	{ "match extend", "Extends all running deadlines (or that of one seat) "
			  "by TIME, such as\n"
			  "12h or 3d.  Before the match begins, it extends the "
			  "time to be ready." },
	{ "match remind", "Reminds those whom the match is waiting for (or one "
			  "seat) to answer,\n"
			  "each at most once a day." },
	{ "match replace", "Gives a seat to somebody else, with everything the "
			   "seat has been told\n"
			   "and the full time for what it is asked." },
	{ "match robot", "A robot (easy, medium or strong) plays for a player, "
			 "who keeps the seat and\n"
			 "may come back; \"off\" gives the seat back." },
	{ "match undo", "Takes back the last move that a player or a deadline "
			"made, or the last\n"
			"--count of them, up to five." },
	{ "match end", "Calls a match off.  It cannot be resumed after that." },
	{ "match move", "Makes a move for a seat that is asked, written as "
			"players write it,\n"
			"such as \"play wine\".  The move must be legal." },
	{ "match watch", "Lets somebody watch: at most one letter a day, with "
			 "what is open to\n"
			 "all, and no hand.  All players are told." },
	{ "match unwatch", "Stops somebody from watching.  PERSON is a number, "
			   "an address or a\n"
			   "name.  All players are told." },
	{ "match approve", "Opens a match that somebody made by mail and that "
			   "is waiting for your\n"
			   "approval, so that others may join it." },
	{ "match refuse", "Calls off a match that somebody made by mail; the "
			  "person who made it is\n"
			  "told why." },
	{ "match delete",
	    "Deletes a match that is over, with its letters.  Its players are "
	    "told, and\n"
	    "have 14 days, or the time given by --in, to ask for the record.  "
	    "--at-once\n"
	    "does not wait; --cancel takes it back.  Then all about the match "
	    "goes,\n"
	    "a little in each round, and the room in the database is free." },
	{ "person",
	    "Lists, shows and changes people.  PERSON is a number from "
	    "\"turnpost\n"
	    "person list\", an address, or a name that only one person "
	    "has.  set\n"
	    "changes what its options name; approve and refuse decide "
	    "about people\n"
	    "who came by mail; delete removes all that is kept about "
	    "somebody;\nimport takes people from a file (CSV or vCards)." },
	{ "store",
	    "Moves a home between its file and a server: copy puts all rows, "
	    "from\nturnpost.db or from a PostgreSQL database, into a new one "
	    "of the other kind,\nand reads each row again there.  turnpost "
	    "must "
	    "not run meanwhile." },
	{ "key", "The secrets from which the keys in reply addresses are made: "
		 "list shows\n"
		 "their ages, rotate makes a new one.  After that, letters "
		 "that have\n"
		 "already left can be answered for 60 days." },
	{ "inbox",
	    "Mails that came.  list shows those in a --state: new, done, "
	    "ignored,\n"
	    "duplicate, held or dead; show describes one, and --reveal adds "
	    "what it\n"
	    "says; retry handles one again; release accepts a held one as its\n"
	    "player's own; drop discards one." },
	{ "outbox", "Letters that are waiting or have left.  list shows those "
		    "in a --state:\n"
		    "new, sending, sent, later, unknown, replaced or dead; "
		    "show describes\n"
		    "one; retry sends one again, even if it was sent; drop "
		    "discards one;\n"
		    "release sends those that a restore holds, resume all that "
		    "wait." },
	{ "run",
	    "Takes in mails, makes the moves, does what is due and sends the\n"
	    "letters, then exits: for cron.  Exit status 74 means that a "
	    "mailbox or\n"
	    "the way out does not work; the rest was done." },
	{ "serve", "Does the same as run whenever mail arrives or a time is "
		   "due, until\n"
		   "SIGTERM or SIGINT.  SIGHUP makes it read settings and "
		   "templates again.\n"
		   "Only one may serve a home at a time." },
	{ "receive",
	    "Does the first step of run: takes mails from spool/in and the "
	    "mailboxes\n"
	    "into the inbox.  --relist reads mailboxes from their beginning." },
	{ "handle", "Does the second step of run: reads the mails, makes the "
		    "moves, and\n"
		    "writes letters into the outbox." },
	{ "tick", "Does the third step of run: whatever is due, such as moves "
		  "for players\n"
		  "whose time is up." },
	{ "send", "Does the last step of run: sends letters from the outbox to "
		  "their\n"
		  "readers at once, even in a pause after a fault." },
	{ "deliver", "Puts the mail on standard input into spool/in, and does "
		     "nothing else;\n"
		     "for the pipe of a mail server (exit status 75: try "
		     "again).  It also\n"
		     "accepts what mail programs give to sendmail (recipients, "
		     "-oi, -t, -f\n"
		     "ADDRESS and --), so set sendmail=\"turnpost deliver\" "
		     "works in mutt." },
	{ "read",
	    "Shows how a mail is read: its sender, the part that was chosen, "
	    "and\n"
	    "which of its lines are requests, near misses or not read.  "
	    "Nothing is\n"
	    "changed.  Without FILE, the mail is read from standard input." },
	{ "explain-deadlines",
	    "Explains in plain words what a match, or else a new one, agrees "
	    "on,\n"
	    "with a fortnight of examples.  --policy only tries out changes." },
	{ "page",
	    "Writes pages of the matches whose players agreed to it "
	    "(\"public\" in their\n"
	    "policy), into a folder that any web server can serve: only what "
	    "has changed,\n"
	    "and in every language.  Without DIR, the folder of turnpost.yaml "
	    "is meant." },
	{ "backup",
	    "Puts all of the home into one packed file with a checksum, while "
	    "it runs:\n"
	    "database, settings, secrets and spool as they are at one moment.  "
	    "In a\n"
	    "folder it gets a name of its own, and --keep removes older ones; "
	    "without\n"
	    "either, the folder of turnpost.yaml is meant." },
	{ "restore", "Makes a home of a backup, in an empty folder.  Letters "
		     "that waited are held,\n"
		     "because they may have left since.  \"turnpost receive "
		     "--relist\" then asks for\n"
		     "the mails that came since.  --moved is for a home that "
		     "was stopped before\n"
		     "the backup was made: nothing is held then." },
	{ "series",
	    "Makes, shows and manages series: people meet at tables, round by "
	    "round, and\n"
	    "are scored.  SERIES is a number from \"turnpost series list\"; "
	    "PERSON is a\n"
	    "number, an address, a name, or \"NAME <ADDRESS>\".  \"turnpost "
	    "series WORD\n"
	    "--help\" says more about each:" },
	{ "series new",
	    "Makes a series, which people join until it begins, and later for "
	    "those who\n"
	    "leave.  Each round seats them anew, so that they meet and sit in "
	    "each place as\n"
	    "evenly as can be.  \"turnpost simulate series\" tries that "
	    "beforehand." },
	{ "series list", "Lists all series, the newest first." },
	{ "series show", "Shows one series: its people, tables and standings; "
			 "with --json, also what\n"
			 "its matches agree on." },
	{ "series seat", "Lets somebody take part, who gets a letter that says "
			 "how the series goes." },
	{ "series invite", "Invites somebody, who takes part after answering "
			   "with \"join series\"." },
	{ "series unseat", "Takes somebody out, who gets no table in the "
			   "rounds to come." },
	{ "series start", "Begins the first round.  Its matches begin at once, "
			  "without a muster." },
	{ "series stop", "Ends a series: no more rounds begin.  Matches that "
			 "run go on, but count no\n"
			 "more.  All who take part get the --reason." },
	{ "rating",
	    "Shows how well people and robots play each game, as far as their "
	    "results\n"
	    "tell; a rating is provisional until five matches.  \"off\" keeps "
	    "a person out\n"
	    "of all ratings, \"on\" takes the person in again." },
	{ "export",
	    "Prints the record of a match that is over, as JSON; that "
	    "of a running\n"
	    "one needs --reveal.  With --html, a page that shows the "
	    "match move by\n"
	    "move is written instead; with --all, all records go into a "
	    "folder." },
	{ "import",
	    "Takes over finished matches of another home from their records, "
	    "which are\n"
	    "verified first: all of them or none.  A match that is here "
	    "already stays as it\n"
	    "is.  Seats count for ratings if --player says whose they were." },
	{ "verify", "Checks a match, or a record in a file (which needs no "
		    "home): that\n"
		    "nobody chose its shuffles, that all moves were legal, and "
		    "that the\n"
		    "result follows from them.  With --ratings, ratings are "
		    "compared with those\n"
		    "that follow from the records." },
	{ "engine",
	    "Answers programs about the rules: reads requests as JSON lines "
	    "from\n"
	    "standard input and answers each; see turnpost-engine(7)." },
	{ "simulate",
	    "Tries things out with simulated matches, without a home.\n"
	    "\"turnpost simulate WORD --help\" says more about each:" },
	{ "complete-words",
	    "Prints all subcommands with their arguments and options, as "
	    "JSON; the\n"
	    "completions of shells are made from that when turnpost is "
	    "built." },
	{ "simulate season", "Plays a year of matches by mail with simulated "
			     "people, in a minute or\n"
			     "two, then reports how the matches ended, how "
			     "long people kept others\n"
			     "waiting, and how many letters were sent." },
	{ "simulate arena",
	    "Lets robots play whole matches of a game, each deal in all "
	    "rotations of\n"
	    "the seats, and compares them.  A contestant is random, greedy, "
	    "flat:K (K\n"
	    "random playouts a move), easy, medium, strong or a number of "
	    "iterations.\n"
	    "The report also shows how even the game is to seats and roles." },
	{ "simulate series",
	    "Seats the rounds of a series, so that people meet and sit in each "
	    "place as\n"
	    "evenly as can be, and counts how evenly they do, also if some "
	    "leave on the\n"
	    "way.  No match is played." },
};

const char *
about_of(const char *word)
{
	for (size_t i = 0; i < G_N_ELEMENTS(abouts); i++)
		if (strcmp(abouts[i].word, word) == 0)
			return abouts[i].text;
	return NULL;
}

bool
is_help(const char *arg)
{
	return arg != NULL &&
	       (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0 ||
		   strcmp(arg, "help") == 0);
}

/* Where its first sentence, or part of one, ends; not within brackets. */
static size_t
first_part(const char *text)
{
	size_t n = strcspn(text, ".,:;");
	const char *bracket = memchr(text, '(', n);

	if (bracket != NULL && strchr(bracket, ')') != NULL) {
		n = (size_t)(strchr(bracket, ')') - text);
		n += strcspn(text + n, ".,:;");
	}
	return n;
}

/* A line of the word behind the group's, and what it does. */
static void
print_member(const struct about *about, size_t group)
{
	g_autofree char *line = g_strdup(about->text);
	char *stop = line + first_part(line);

	*stop = '\0';
	g_strdelimit(line, "\n", ' ');
	printf("  %-8s  %s\n", about->word + group, line);
}

int
group_help(const char *group)
{
	g_autofree char *prefix = g_strconcat(group, " ", NULL);

	printf("usage: turnpost %s WORD ...\n\n%s\n\n", group, about_of(group));
	for (size_t i = 0; i < G_N_ELEMENTS(abouts); i++)
		if (g_str_has_prefix(abouts[i].word, prefix))
			print_member(&abouts[i], strlen(prefix));
	return EXIT_DONE;
}

const char *
group_word(const char *group, size_t n)
{
	g_autofree char *prefix = g_strconcat(group, " ", NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(abouts); i++)
		if (g_str_has_prefix(abouts[i].word, prefix) && n-- == 0)
			return abouts[i].word;
	return NULL;
}
