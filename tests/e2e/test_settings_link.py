#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Settings that lie elsewhere, as the Debian package has them: turnpost.yaml of
the home is a link, and whatever writes the settings leaves it one."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import ROBOT, House  # noqa: E402
from restoring import backup  # noqa: E402
from tap import Tap  # noqa: E402


def linked():
    """A folder that is to be a home, and the file that its link leads to."""
    house = House(init=False)
    elsewhere = house.dir + "-etc"
    os.mkdir(elsewhere)
    settings = os.path.join(elsewhere, "turnpost.yaml")
    os.symlink(settings, house.path("turnpost.yaml"))
    return house, settings


def close(house, settings):
    house.close()
    if os.path.exists(settings):
        os.remove(settings)
    os.rmdir(os.path.dirname(settings))


def test_init():
    house, settings = linked()
    house.fails(78, "no turnpost home in", "match", "list")
    house.ok("init", "--address", ROBOT, "--no-dialogue")
    assert os.readlink(house.path("turnpost.yaml")) == settings
    with open(settings, encoding="utf-8") as file:
        assert "address: \"%s\"" % ROBOT in file.read()
    assert os.stat(settings).st_mode & 0o077 == 0
    assert os.listdir(os.path.dirname(settings)) == ["turnpost.yaml"]
    house.fails(1, "there is already a turnpost home in", "init",
                "--address", ROBOT, "--no-dialogue")
    house.example()
    assert len(house.json("match", "list")) == 1
    close(house, settings)


def test_no_folder_for_them():
    house, settings = linked()
    os.rmdir(os.path.dirname(settings))
    house.fails(74, settings, "init", "--address", ROBOT, "--no-dialogue")
    os.mkdir(os.path.dirname(settings))
    house.ok("init", "--address", ROBOT, "--no-dialogue")
    close(house, settings)


def test_restore():
    old, old_settings = linked()
    old.ok("init", "--address", ROBOT, "--no-dialogue")
    old.example()
    path = backup(old)
    house, settings = linked()
    house.ok("restore", path)
    assert os.readlink(house.path("turnpost.yaml")) == settings
    with open(settings, encoding="utf-8") as file:
        assert "address: \"%s\"" % ROBOT in file.read()
    assert os.stat(settings).st_mode & 0o077 == 0
    assert len(house.json("match", "list")) == 1
    close(house, settings)
    close(old, old_settings)


def test_restore_mode():
    """The settings have the mode that they had, as without a link."""
    old = House()
    os.chmod(old.path("turnpost.yaml"), 0o640)
    path = backup(old)
    house, settings = linked()
    house.ok("restore", path)
    assert os.stat(settings).st_mode & 0o777 == 0o640
    close(house, settings)
    old.close()


def test_restore_leads_nowhere():
    """That is said before anything is written."""
    old = House()
    path = backup(old)
    house, settings = linked()
    os.rmdir(os.path.dirname(settings))
    house.fails(1, "turnpost.yaml is a link to %s, and no file can be made"
                " there (No such file or directory); remove the link, or make"
                " that folder writable" % settings, "restore", path)
    assert os.listdir(house.dir) == ["turnpost.yaml"]
    os.remove(house.path("turnpost.yaml"))
    os.symlink("turnpost.yaml", house.path("turnpost.yaml"))
    house.fails(1, "turnpost.yaml is a link that leads to no file; remove it",
                "restore", path)
    os.remove(house.path("turnpost.yaml"))
    house.ok("restore", path)
    os.mkdir(os.path.dirname(settings))
    close(house, settings)
    old.close()


def test_restore_beside_settings():
    """Those of another home are not written over."""
    old = House()
    path = backup(old)
    house, settings = linked()
    with open(settings, "w", encoding="ascii") as file:
        file.write("mine\n")
    house.fails(1, "there are already settings in %s; move that file away"
                % settings, "restore", path)
    with open(settings, encoding="ascii") as file:
        assert file.read() == "mine\n"
    assert os.listdir(house.dir) == ["turnpost.yaml"]
    os.remove(settings)
    house.ok("restore", path)
    close(house, settings)
    old.close()


def test_restore_killed():
    """At every place: no settings yet, and a second restore does it."""
    old = House()
    path = backup(old)
    for n in range(1, 100):
        house, settings = linked()
        done = house.call("restore", path, env={"TURNPOST_STOP_AT": str(n)})
        if done.returncode == 0:
            break
        assert os.path.islink(house.path("turnpost.yaml"))
        assert not os.path.exists(settings)
        for name in os.listdir(house.dir):
            if name != "turnpost.yaml" and not name.startswith("."):
                house.fails(1, "an earlier restore into", "restore", path)
                break
        else:
            house.ok("restore", path)
        close(house, settings)
    assert n > 3
    assert os.path.exists(settings)
    close(house, settings)
    old.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
