#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""People imported from CSV and vCards: all or none, nobody twice, and nothing
at all in a dry run."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from tap import Tap  # noqa: E402

CARDS = b"""BEGIN:VCARD\r
VERSION:4.0\r
N:Abc;Anna;;;\r
FN:Anna\r
EMAIL;TYPE=home:other@example.org\r
item1.EMAIL;PREF=1:anna@exam\r
 ple.org\r
LANG:pl\r
TZ:Europe/Warsaw\r
END:VCARD\r
\r
begin:vcard\r
VERSION:2.1\r
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=\r
=B6rg\r
EMAIL;INTERNET:joerg@example.org\r
TZ:+02:00\r
END:VCARD\r
BEGIN:VCARD\r
FN:O\\'Brien\r
EMAIL:mailto:brien@example.org\r
END:VCARD\r
"""


def put(house, data):
    path = house.path("people")
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    return path


def people(house):
    return {one["address"]: (one["name"], one["language"], one["zone"])
            for one in house.json("person", "list")}


def test_csv(house):
    said = house.ok("person", "import", put(
        house, "name,email,language,zone\nAnna,anna@example.org,pl,\n"
        "Boris,Boris@Example.org,,Europe/Berlin\n"))
    assert said.splitlines() == [
        "line 2: Anna <anna@example.org>",
        "line 3: Boris <Boris@Example.org>", "2 of 2 people are new"], said
    assert people(house) == {
        "anna@example.org": ("Anna", "pl", ""),
        "boris@example.org": ("Boris", "en", "Europe/Berlin")}
    house.run()
    assert house.json("outbox", "list") == []


def test_spreadsheets(house):
    """A mark in front, CRLF, semicolons, quotes, columns that are not needed,
    empty lines, other titles in any order."""
    house.ok("person", "import", put(
        house, "\ufeffNotes;E-Mail ;Name\r\n"
        "\"two\r\nlines; and \"\"quotes\"\"\"; anna@example.org;\" Anna \"\r\n"
        ";;\r\n\r\n"
        "x;carla@example.org;Carla"))
    assert people(house) == {"anna@example.org": ("Anna", "en", ""),
                             "carla@example.org": ("Carla", "en", "")}
    house.ok("person", "import",
             put(house, "name\taddress\nDora\tdora@example.org\n"))
    assert "dora@example.org" in people(house)
    house.ok("person", "import", put(house, "name,address\n"))


def test_cards(house):
    found = house.json("person", "import", put(house, CARDS))
    assert [(one["line"], one["new"]) for one in found] == [
        (1, True), (12, True), (19, True)], found
    assert people(house) == {
        "anna@example.org": ("Anna", "pl", "Europe/Warsaw"),
        "joerg@example.org": ("J\u00f6rg", "en", ""),
        "brien@example.org": ("O'Brien", "en", "")}


def test_dry_run(house):
    path = put(house, CARDS)
    before = house.rows("SELECT count(*) FROM person")
    dry = house.json("person", "import", "--dry-run", path)
    said = house.ok("person", "import", "--dry-run", path)
    assert said.endswith("3 of 3 people would be new; nothing was changed\n")
    assert house.rows("SELECT count(*) FROM person") == before
    assert people(house) == {}
    assert house.json("person", "import", path) == dry
    assert len(people(house)) == 3


def test_known(house):
    """By any address, in any case, in the home or above in the same file."""
    path = put(house, "name,address\nAnna,anna@example.org\n"
                      "Anne,ANNA@example.org\n")
    assert [one["new"] for one in house.json("person", "import", path)] == [
        True, False]
    assert "line 2: Anna <anna@example.org> is known, and stays as she is" \
        in house.ok("person", "import", path)
    assert people(house) == {"anna@example.org": ("Anna", "en", "")}


def test_all_or_none(house):
    good = "name,address,language,zone\nAnna,anna@example.org,,\n"
    for line, piece in (
            ("Boris,nowhere,,", "line 3: \"nowhere\" is not a mail address"),
            ("Boris,,,", "line 3: \"\" is not a mail address"),
            (",b@example.org,,", "line 3: a name must be 1 to 40"),
            ("Boris,b@example.org,xx,", "line 3: there is no language"),
            ("Boris,b@example.org,,Mars/Base", "is not a time zone"),
            ("Boris,noreply@example.org,,", "taken for a robot's"),
            ("\"Boris,b@example.org,,", "line 3: a quote does not end")):
        house.fails(1, piece, "person", "import", put(house, good + line))
        assert people(house) == {}, line
    card = "BEGIN:VCARD\nFN;QUOTED-PRINTABLE:%s\nEMAIL%s:%s\nEND:VCARD\n"
    for name, mark, address, piece in (
            ("J=F6rg", "", "j@example.org", "line 1: a name must be"),
            ("=00", "", "j@example.org", "line 1: a name must be"),
            ("Ida", ";QUOTED-PRINTABLE", "i=FF@example.org", "line 1: "),
            ("Ida", "", "", "line 1: \"\" is not a mail address")):
        house.fails(1, piece, "person", "import",
                    put(house, card % (name, mark, address)))
        assert people(house) == {}, name


def test_no_such_file(house):
    """What is no list of people is refused with what to do."""
    for data, piece in (
            (b"", "line 1 must name the columns"),
            (b"Anna,anna@example.org\n", "line 1 must name the columns"),
            (b"name,phone\nAnna,1\n", "\"name\" and \"address\""),
            (b"name,address\nJ\xf6rg,j@example.org\n", "save it as UTF-8"),
            (b"name,address\nA\0,j@example.org\n", "is not UTF-8"),
            (b"BEGIN:VCARD\nFN:Anna\n", "begins in line 1 has no END:VCARD")):
        done = house.fails(1, piece, "person", "import", put(house, data))
        assert house.path("people") in done.stderr, done.stderr
    house.fails(1, "not there", "person", "import", house.path("none"))
    house.fails(2, "usage", "person", "import")


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
