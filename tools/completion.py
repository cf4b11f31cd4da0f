#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""completion.py FOLDER PROGRAM...: make the completions of three shells.

What can be typed comes from "PROGRAM complete-words", which prints the tables
of --help.  FOLDER gets turnpost (for bash), _turnpost (zsh) and turnpost.fish.
PROGRAM may be several words: what runs a program of another processor, and it.
The program is called when somebody completes, but only for numbers of matches,
people, mails and letters.
"""
import json
import os
import re
import subprocess
import sys

# Arguments that are numbers of a list: the subcommand that has it, its key.
LISTS = {"MATCH": ("match", "match"), "PERSON": ("person", "person"),
         "inbox N": ("inbox", "mail"), "outbox N": ("outbox", "letter")}
HELP = ("help", "h", "say what it does and list its options", None)


class Tables:
    def __init__(self, told):
        self.games = [game["game"] for game in told["games"]]
        self.words = {"": []}  # by path: (word, about) that may follow it
        self.options = {}  # by path: (name, letter, about, value)
        self.args = {}  # by path: for each argument what it may be
        common = [self.option(o) for o in told["options"]] + [HELP]
        self.options[""] = common + [("version", "", "show the version", None)]
        for entry in told["words"]:
            self.add(entry, common)
        self.groups = [path for path in self.words if path]
        self.valued = self.names_with_value()

    def add(self, entry, common):
        path = entry["word"]
        above, _, word = path.rpartition(" ")
        self.words.setdefault(above, []).append((word, brief(entry["about"])))
        options = common + [self.option(o) for o in entry["options"]]
        self.options[path] = options
        forms = re.split(r" \| |, | or ", entry["arguments"])
        if path in LISTS_OF_WORDS:
            for form in forms:
                below, *rest = re.sub(r" \[.*\]", "", form).split()
                self.add_below(path, below, rest, options)
        else:
            self.args[path] = self.arguments(path, forms)

    def add_below(self, path, word, rest, options):
        below = "%s %s" % (path, word)
        words = self.words.setdefault(path, [])
        if word not in [known for known, _ in words]:
            words.append((word, ""))
        self.options[below] = options
        for n, what in enumerate(rest):
            args = self.args.setdefault(below, [])
            if n == len(args):
                args.append([])
            args[n] += self.what(path, what)

    def arguments(self, path, forms):
        """Forms such as "MATCH TIME", or "MATCH" or "FILE"."""
        args = []
        for form in forms:
            for n, what in enumerate(re.sub(r'"[^"]*"', "TEXT", form)
                                     .replace("[", "").replace("]", "")
                                     .split()):
                if n == len(args):
                    args.append([])
                args[n] += self.what(path, what)
        return args

    def what(self, path, text):
        """What stands for an argument or a value: words, or one of LISTS, or
        "FILE"; nothing if only people know it."""
        found = []
        for part in text.split("|"):
            if part == "GAME":
                found += self.games
            elif "%s %s" % (path, part) in LISTS:
                found.append("%s %s" % (path, part))
            elif part in LISTS or re.fullmatch(r"[a-z0-9-]+", part):
                found.append(part)
            elif part in ("FILE", "FOLDER", "DIR"):
                found.append("FILE")
        return found

    def option(self, o):
        value = o.get("value")
        if value is not None:
            value = (["FILE"] if o["file"] and value != "ADDRESS"
                     else self.what("", value))
        return o["name"], o["letter"], o["about"], value

    def names_with_value(self):
        """The same name never means both kinds: a shell need not know more."""
        kinds = {}
        for options in self.options.values():
            for name, _, _, value in options:
                assert kinds.setdefault(name, value is not None) \
                    == (value is not None), name
        return sorted(name for name in kinds if kinds[name])


LISTS_OF_WORDS = ("person", "key", "inbox", "outbox")


def brief(text):
    """The first words that make sense alone."""
    return re.split(r"[.,:;]", " ".join(text.split()))[0]


def quoted(text):
    return "'%s'" % text.replace("'", "'\\''")


def cases(rows):
    """Of a case: the patterns and what is done, in one line each."""
    return "\n".join("\t%s) %s ;;" % (quoted(key), does)
                     for key, does in rows)


# ---- bash and zsh, which share what they know ----

HEAD = """\
# Completes turnpost in %s; made by tools/completion.py from its own tables.
"""

WALK = r"""
# From the words before the cursor: the path of the subcommand, how many
# arguments it has, the option that waits for its value, and the home.
_turnpost_walk()
{
	local word below=
	path= count=0 value= home=()
	for word in "$@"; do
		if [[ $word == = ]]; then
			continue
		elif [[ -n $value ]]; then
			[[ $value == --home ]] && home=(--home "${word/#\~\//$HOME/}")
			value=
			continue
		fi
		case $word in
		%s) value=$word ;;
		-*) ;;
		*)
			if [[ -z $path ]]; then
				path=$word
			elif [[ -z $below && " %s " == *" $path "* ]]; then
				below=1 path="$path $word"
			else
				count=$((count + 1))
			fi
			;;
		esac
	done
}

# The numbers that a list of turnpost has: its subcommand, its key.
_turnpost_numbers()
{
	turnpost "${home[@]}" "$1" list --json 2>/dev/null |
		sed -n "s/^.*\"$2\": *\([0-9][0-9]*\).*/\1/p"
}
"""


def action(values):
    """What completes these, by _turnpost_words, _numbers and _files."""
    words = [value for value in values if value not in LISTS and value != "FILE"]
    does = []
    if words:
        does.append("_turnpost_words " + " ".join(map(quoted, words)))
    for value in values:
        if value in LISTS:
            does.append("_turnpost_words $(_turnpost_numbers %s %s)"
                        % LISTS[value])
    if "FILE" in values:
        does.append("_turnpost_files")
    return "; ".join(does)


def value_rows(tables):
    for path, options in tables.options.items():
        for name, _, _, value in options:
            if value:
                yield "%s --%s" % (path, name), action(value)


def argument_rows(tables):
    for path, args in tables.args.items():
        for n, values in enumerate(args):
            if values:
                yield "%s %d" % (path, n), action(values)


def flags(options):
    for name, letter, about, _ in options:
        yield "--" + name, about
        if letter:
            yield "-" + letter, about


def shell(tables, word_rows, option_rows):
    """What bash and zsh have alike; the rows differ."""
    parts = [WALK % ("|".join("--" + name for name in tables.valued),
                     " ".join(tables.groups))]
    for name, key, rows in (
            ("value", "$path $value", value_rows(tables)),
            ("argument", "$path $count", argument_rows(tables)),
            ("below", "$path", word_rows), ("option", "$path", option_rows)):
        parts.append("_turnpost_%s()\n{\n\tcase \"%s\" in\n%s\n\tesac\n}\n"
                     % (name, key, cases(rows)))
    return "\n".join(parts)


BASH = r"""
_turnpost_words()
{
	local IFS=$' \t\n'
	COMPREPLY+=($(compgen -W "$*" -- "$cur"))
}

_turnpost_files()
{
	local IFS=$'\n'
	compopt -o filenames 2>/dev/null
	COMPREPLY+=($(compgen -f -- "$cur"))
}

_turnpost()
{
	local cur=${COMP_WORDS[COMP_CWORD]} path count value
	local -a home
	COMPREPLY=()
	_turnpost_walk "${COMP_WORDS[@]:1:COMP_CWORD-1}"
	[[ $cur == = ]] && cur=
	if [[ -n $value ]]; then
		_turnpost_value
	elif [[ $cur == -* ]]; then
		_turnpost_option
	else
		_turnpost_below
		_turnpost_argument
	fi
}

complete -F _turnpost turnpost
"""

ZSH = r"""
_turnpost_words()
{
	(($#)) && compadd -- "$@"
}

_turnpost_files()
{
	_files
}

_turnpost()
{
	setopt localoptions no_sh_word_split
	local path count value
	local -a home told
	_turnpost_walk "${(@Q)words[2,CURRENT-1]}"
	if [[ -n $value ]]; then
		_turnpost_value
	elif [[ $PREFIX == -* ]]; then
		_turnpost_option
	else
		_turnpost_below
		_turnpost_argument
	fi
}

_turnpost "$@"
"""


def bash(tables):
    words = [(path, "_turnpost_words " + " ".join(word for word, _ in below))
             for path, below in tables.words.items()]
    options = [(path, "_turnpost_words "
                + " ".join(flag for flag, _ in flags(options)))
               for path, options in tables.options.items()]
    return HEAD % "bash" + shell(tables, words, options) + BASH


def described(pairs, kind):
    told = " ".join(quoted("%s:%s" % (word.replace(":", r"\:"), about)
                           if about else word) for word, about in pairs)
    return "told=(%s); _describe -t %ss %s told" % (told, kind, kind)


def zsh(tables):
    words = [(path, described(below, "word"))
             for path, below in tables.words.items()]
    options = [(path, described(flags(options), "option"))
               for path, options in tables.options.items()]
    # "path" is tied to PATH in zsh: a local of that name would empty it
    text = (shell(tables, words, options) + ZSH).replace("$path", "$line") \
        .replace("path=", "line=").replace("local path", "local line")
    return "#compdef turnpost\n" + HEAD % "zsh" + text


# ---- fish ----

FISH = r"""
# The path of the subcommand, how many arguments it has, the home.
function __turnpost_walk
    set -l path
    set -l count 0
    set -l value
    set -g __turnpost_home
    for word in (commandline -opc)[2..]
        if test -n "$value"
            test $value = --home; and set -g __turnpost_home --home $word
            set value
            continue
        end
        switch $word
            case %s
                set value $word
            case '-*'
            case '*'
                if test -z "$path"
                    set path $word
                else if contains -- $path %s
                    set path "$path $word"
                else
                    set count (math $count + 1)
                end
        end
    end
    echo $path
    echo $count
end

function __turnpost_at
    set -l now (__turnpost_walk)
    test "$now[1]" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; or test "$now[2]" = "$argv[2]"
end

function __turnpost_numbers
    __turnpost_walk >/dev/null
    turnpost $__turnpost_home $argv[1] list --json 2>/dev/null |
        sed -n "s/^.*\"$argv[2]\": *\([0-9][0-9]*\).*/\1/p"
end

complete -c turnpost -f
"""


def fish_quoted(text):
    return "'%s'" % text.replace("\\", "\\\\").replace("'", "\\'")


def fish_values(values):
    """The arguments of -a; files are completed by -F."""
    parts = ["(__turnpost_numbers %s %s)" % LISTS[value]
             if value in LISTS else value
             for value in values if value != "FILE"]
    return (" -a " + fish_quoted(" ".join(parts)) if parts else "") + (
        " -F" if "FILE" in values else "")


def fish_option_value(value):
    if value is None:
        return ""
    return (" -r" if "FILE" in value else " -x") + fish_values(value)


def fish_lines(tables):
    def line(path, rest, more=""):
        where = "__turnpost_at %s%s" % (fish_quoted(path), more)
        return "complete -c turnpost -n %s%s" % (fish_quoted(where), rest)

    for path, below in tables.words.items():
        for word, about in below:
            yield line(path, " -a %s%s" % (
                word, " -d " + fish_quoted(about) if about else ""))
    for path, args in tables.args.items():
        for n, values in enumerate(args):
            if values:
                yield line(path, fish_values(values), " %d" % n)
    for path, options in tables.options.items():
        for name, letter, about, value in options:
            yield line(path, " -l %s%s%s -d %s" % (
                name, " -s " + letter if letter else "",
                fish_option_value(value),
                fish_quoted(about)))


def fish(tables):
    head = HEAD % "fish" + FISH % (
        " ".join("--" + name for name in tables.valued),
        " ".join(tables.groups))
    return head + "\n".join(fish_lines(tables)) + "\n"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, *program = sys.argv[1:]
    told = subprocess.run([*program, "complete-words"], stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, check=True).stdout
    tables = Tables(json.loads(told))
    os.makedirs(folder, exist_ok=True)
    for name, text in (("turnpost", bash(tables)), ("_turnpost", zsh(tables)),
                       ("turnpost.fish", fish(tables))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
