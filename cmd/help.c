/* SPDX-License-Identifier: ISC */
/* What each subcommand does, in a few lines, for its --help. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>

/* At most five lines each; tests/e2e/test_help.py reads them all. */
static const struct about {
	const char *word, *text;
} abouts[] = {
	{ "init", "Makes a home: a folder with turnpost.yaml, turnpost.db and "
		  "spool/.\n"
		  "It is the one of --home, else $TURNPOST_HOME.  Give the "
		  "address that\n"
		  "people will write to; answers to letters come to variants "
		  "of it." },
	{ "check", "Tries settings, templates, fonts, spool, database, "
		   "passwords and a\n"
		   "login at each mail server, and says in a line each whether "
		   "it is ok,\n"
		   "could be better (warning) or is wrong, and how to mend it. "
		   " Nothing\n"
		   "is changed or sent.  Exit status 1: something is wrong." },
	{ "match",
	    "Makes matches, shows them and tends them.  MATCH is a number of\n"
	    "\"turnpost match list\"; SEAT is its number, or its player's name "
	    "or\n"
	    "address.  Whatever changes a match needs a --reason, which is "
	    "mailed\n"
	    "to all its players.  \"turnpost match WORD --help\" tells of "
	    "each:" },
	{ "match new", "Makes a match and invites its players, a --seat each, "
		       "in the order\n"
		       "around the table.  It begins when all have answered "
		       "that they are\n"
		       "ready.  With --seats-wanted there are free seats for "
		       "people who come\n"
		       "by mail." },
	{ "match list", "All matches, those that are overdue first, then by "
			"their deadline:\n"
			"whom each waits for, since when and until when.  "
			"States are muster\n"
			"(players are invited), running, over (played to its "
			"end) and ended\n"
			"(called off)." },
	{ "match show",
	    "One match: who plays, what each is asked to do and by when.  What "
	    "is\n"
	    "hidden needs --reveal.  With --picture the table is drawn into a\n"
	    "file instead." },
	{ "match log",
	    "What happened in a match, and when, as onlookers were told; the\n"
	    "moves themselves with --reveal, or when it is over." },
	{ "match pause", "Lets the clocks of a match stand still, for the time "
			 "of --for or 30\n"
			 "days at the most.  Moves that players send are made "
			 "all the same." },
	{ "match resume", "Lets a paused match go on; what was left of each "
			  "deadline is left." },
	{ "match extend",
	    "Makes all deadlines that run, or that of one seat, later by "
	    "TIME,\n"
	    "such as 12h or 3d.  Before the match begins it is the time to be\n"
	    "ready." },
	{ "match remind", "Asks those whom the match waits for, or one seat, "
			  "to answer, each\n"
			  "once a day at most." },
	{ "match replace", "Gives a seat to somebody else, with all that the "
			   "seat was told and\n"
			   "the full time for what it is asked." },
	{ "match undo",
	    "Takes the last move back that a player or a deadline made, or\n"
	    "--count of them, up to five." },
	{ "match end", "Calls a match off.  It cannot go on after that." },
	{ "match move", "Makes a move for a seat that is asked, written as "
			"players write it,\n"
			"such as \"play wine\".  It must be legal." },
	{ "match watch", "Lets somebody look on: one letter a day at most, "
			 "with what lies open\n"
			 "to all, and no hand.  All players are told." },
	{ "match unwatch", "Lets somebody look on no longer.  PERSON is a "
			   "number, an address or\n"
			   "a name.  All players are told." },
	{ "match approve",
	    "Opens a match that somebody made by mail and that waits for your\n"
	    "word, so that others may join it." },
	{ "match refuse", "Calls off a match that somebody made by mail; who "
			  "made it is told\n"
			  "why." },
	{ "person", "Lists, shows and changes people.  PERSON is a number of "
		    "\"turnpost\n"
		    "person list\", an address, or a name that only one has.  "
		    "set changes\n"
		    "what its options name; approve and refuse answer who came "
		    "by mail;\n"
		    "delete forgets all about somebody." },
	{ "key",
	    "The secrets of which the keys in reply addresses are made: list\n"
	    "tells their ages, rotate makes a new one.  Letters that are out "
	    "can\n"
	    "be answered for 60 days then." },
	{ "inbox",
	    "Mails that came.  list has those of a --state: new, done, "
	    "ignored,\n"
	    "duplicate, held or dead; show tells of one, with --reveal what "
	    "it\n"
	    "says; retry handles one again; release takes a held one for its\n"
	    "player's own; drop leaves it." },
	{ "outbox",
	    "Letters to go out or gone.  list has those of a --state: new,\n"
	    "sending, sent, later, unknown, replaced or dead; show tells of "
	    "one;\n"
	    "retry sends it again, also one that was sent; drop does not; "
	    "resume\n"
	    "lets letters leave that are held back." },
	{ "run",
	    "Takes in mails, makes the moves, does what is due and sends the\n"
	    "letters, once, then ends: for cron.  Exit status 74: a mailbox "
	    "or\n"
	    "the way out does not work; the rest was done." },
	{ "serve", "The same as run, whenever mail comes or time is up, until "
		   "SIGTERM\n"
		   "or SIGINT.  SIGHUP has settings and templates read again.  "
		   "One may\n"
		   "serve a home at a time." },
	{ "receive",
	    "The first step of run: mails from spool/in and the mailboxes "
	    "into\n"
	    "the inbox.  --relist reads mailboxes from their beginning." },
	{ "handle",
	    "The second step of run: reads the mails, makes the moves, writes\n"
	    "letters into the outbox." },
	{ "tick", "The third step of run: what is due by now, such as moves "
		  "for players\n"
		  "whose time is up." },
	{ "send", "The last step of run: letters from the outbox to their "
		  "readers, at\n"
		  "once, also in a pause after a fault." },
	{ "deliver",
	    "Puts the mail on standard input into spool/in, and does no more: "
	    "for\n"
	    "the pipe of a mail server (exit status 75: try again), or as "
	    "mail\n"
	    "programs call sendmail: recipients, -oi, -t, -f ADDRESS and -- "
	    "are\n"
	    "taken, so set sendmail=\"turnpost deliver\" works in mutt." },
	{ "read",
	    "Tells how a mail is read: its sender, the part that was chosen, "
	    "and\n"
	    "which of its lines are requests, near misses or not read.  "
	    "Nothing\n"
	    "is changed.  Without FILE the mail comes from standard input." },
	{ "explain-deadlines",
	    "Says in plain words what a match, or else a new one, has agreed "
	    "on,\n"
	    "with a fortnight of examples.  --policy only tries changes." },
	{ "export",
	    "The record of a match that is over, as JSON on standard output; "
	    "of\n"
	    "a running one only with --reveal.  With --html a page is written\n"
	    "that shows it move by move." },
	{ "verify", "Checks a match, or a record in a file, without any home: "
		    "that nobody\n"
		    "chose its shuffles, that all moves were legal, and that "
		    "the result\n"
		    "follows from them." },
	{ "engine", "The rules for programs: reads requests as JSON lines from "
		    "standard\n"
		    "input and answers each; see turnpost-engine(7)." },
	{ "simulate",
	    "Tries a policy with people who do not exist, in a home of its "
	    "own:\n"
	    "\"turnpost simulate season\" plays a year of matches by mail." },
	{ "simulate season",
	    "People who do not exist play a year of matches by mail, in a "
	    "minute\n"
	    "or two; then it says how they ended, how long people were waited\n"
	    "for, and how many letters that took." },
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

/* A line of the word behind the group's, and what it does. */
static void
print_member(const struct about *about, size_t group)
{
	g_autofree char *line = g_strdup(about->text);
	char *stop = line + strcspn(line, ".,:;");

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
