#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What comes with the last letter: the record, which verify takes as it was
saved, and the page, which steps through the match in a real browser."""

import gzip
import json
import os
import re
import subprocess
import sys
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, TextHouse, TURNPOST  # noqa: E402
from pages import Browser  # noqa: E402
from tap import Tap  # noqa: E402
from test_robots import ANNA, made, play  # noqa: E402

GAMES = {"mutineer": ["Anna", "Boris", "Carla"],
         "hexxi": ["Anna", "Boris"],
         "fourth-bridge": ["Anna", "Boris", "Carla"]}
DAY = 24 * 60
MOST = 200 * 1024
SIZES = ((1366, 768), (1024, 768), (360, 640))
SHOTS = os.environ.get("TURNPOST_SHOTS")

# What lies over something else, is cut off, or is not on the first screen.
COVERED = r"""
const [WIDTH, HEIGHT] = arguments, wrong = [], boxes = [];
if (document.documentElement.scrollWidth > WIDTH)
    wrong.push("wider than the window");
for (const name of ["#picture", "#slider", ".buttons", "#move"]) {
    const box = document.querySelector(name).getBoundingClientRect();
    if (box.top < 0 || box.left < 0 || box.bottom > HEIGHT ||
            box.right > WIDTH || box.height < 8)
        wrong.push("not on the first screen: " + name);
}
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
    const on = walk.currentNode.parentElement, range = document.createRange();
    if (!walk.currentNode.data.trim() || on.closest("button,select,svg"))
        continue;
    range.selectNodeContents(walk.currentNode);
    for (const box of range.getClientRects())
        boxes.push([on, box, walk.currentNode.data.trim().slice(0, 30)]);
}
for (const one of document.querySelectorAll("button,select,input,img,svg"))
    if (one.getClientRects().length)
        boxes.push([one, one.getBoundingClientRect(), one.id]);
if (boxes.length < 15)
    wrong.push("hardly anything to see");
// letters may reach into the line above, so a little is let through
boxes.forEach(([a, x, name], i) => boxes.slice(i + 1).forEach(
    ([b, y, other]) => {
    if (Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 &&
            Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 3)
        wrong.push(name + " lies over " + other);
}));
const far = document.documentElement.scrollHeight - HEIGHT;
for (const top of [0, far / 2, far]) {
    scrollTo(0, top);
    for (const [on, , name] of boxes) {
        const box = on.getBoundingClientRect();
        const x = box.left + box.width / 2, y = box.top + box.height / 2;
        const found = y > 0 && y < HEIGHT && document.elementFromPoint(x, y);
        if (found && !on.contains(found) && !found.contains(on))
            wrong.push(found.id + " covers " + name + " at " + top);
    }
}
return wrong;
"""


def played(game, own=()):
    """Nobody decides anything: deadlines make all moves, to the end."""
    house = House()
    for path, text in own:
        path = house.path("templates", *path)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    more = ["--option", "turn_limit=3"] if game == "fourth-bridge" else []
    house.match("--policy", "time=1d", "--policy", "graces=0",
                "--policy", "open-after=none", *more, seats=GAMES[game],
                game=game)
    house.run()
    for name in GAMES[game]:
        house.reply(house.newest(name), "ready luck three parrots")
    for _ in range(400):
        house.run(2 * DAY)
        if house.life() == "over":
            return house
    raise AssertionError("no end")


def attached(letter):
    return {part.get_filename(): part.get_content()
            for part in letter.mail.iter_attachments()}


def saved(house, name, content):
    path = house.path(name)
    if isinstance(content, str):
        content = content.encode()
    with open(path, "wb") as file:
        file.write(content)
    return path


def check_files(house, seat):
    letter = house.newest(seat)
    files = attached(letter)
    assert len(letter.raw) <= MOST, len(letter.raw)
    assert sorted(files) in (["match-1.html", "match-1.json"],
                             ["match-1.html", "match-1.json.gz"]), files
    for name in files:
        if not name.endswith(".html"):
            done = subprocess.run(
                [TURNPOST, "verify", saved(house, name, files[name])],
                capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, done.stdout + done.stderr
            assert done.stdout.endswith(name + " is verified\n"), done.stdout
            assert name in letter.text, name
            with open(house.path(name), "rb") as file:
                record = file.read()
            if name.endswith(".gz"):
                record = gzip.decompress(record)
            assert {"n", "seat", "move", "by", "draws"} == {
                key for event in json.loads(record)["events"] for key in event}
    assert "match-1.html" in letter.text


def check_history(house, seat):
    """Whoever asks for all that happened gets them again; others do not."""
    house.reply(house.newest(seat), "help")
    house.run()
    assert not attached(house.newest(seat))
    house.reply(house.newest(seat), "history")
    house.run()
    assert len(attached(house.newest(seat))) == 2


def page_of(house):
    path = house.path("page.html")
    house.ok("export", "1", "--html", path)
    with open(path, encoding="utf-8") as file:
        return path, file.read()


def moves(house):
    return [event for event in house.json("match", "log", "1")
            if event["by"] != "notice"]


def check_page(house):
    """It needs nothing from outside, and reads as a list without script."""
    path, page = page_of(house)
    assert len(page.encode()) <= 65536, len(page)
    assert not re.search(r'(src|href)="(?!#)', page)
    assert "http://" not in page and "https://" not in page
    events = moves(house)
    items = re.findall(r'<li value="(\d+)"><b>([^<]*)</b>', page)
    assert len(items) == len(events) + 1
    for (number, text), event in zip(items[1:], events):
        assert text.startswith(event["name"] + " \u2192 "), (number, text)
    return path


def at(browser, path, fragment, width=1366, height=768):
    """The page at that step, loaded anew, in a window of that size."""
    browser.tell("Emulation.setDeviceMetricsOverride", width=width,
                 height=height, deviceScaleFactor=1, mobile=width < 500)
    browser.driver.get("about:blank")
    browser.driver.get("file://%s%s" % (path, fragment))


def run_js(browser, script, *args):
    return browser.driver.execute_script(script, *args)


def count(browser):
    return run_js(browser, "return document.querySelector('#count')"
                  ".textContent")


def check_steps(house, path, browser):
    """All steps by the browser: each has its text, points, and a picture."""
    events = moves(house)
    last = len(events)
    seen = set()
    for step in sorted({0, 1, last // 3, last // 2, last - 1, last}):
        at(browser, path, "#step=%d" % step)
        assert count(browser) == "%d / %d" % (step, last), count(browser)
        now = run_js(browser, """
            const by = id => document.getElementById(id);
            return {hidden: [by("stage").hidden, by("broken").hidden,
                             by("picture").hidden],
                    picture: by("picture").src,
                    move: by("move").textContent,
                    marked: document.querySelector("li.now").value,
                    hash: location.hash,
                    points: [...by("scores").querySelectorAll("td")].map(
                        cell => cell.textContent)};""")
        assert now["hidden"] == [False, True, False], now
        assert now["marked"] == step and now["hash"] == "#step=%d" % step, now
        if step:
            assert now["move"].startswith(events[step - 1]["name"]), now
        assert all(re.fullmatch(r"-?\d+", one) for one in now["points"])
        assert len(now["points"]) == \
            len(house.json("match", "show", "1")["seats"])
        seen.add(now["picture"])
    assert len(seen) > 1, "the picture never changes"
    faults = browser.driver.get_log("browser")
    assert not faults, faults


def check_nothing_covered(house, path, browser):
    """In each window the picture, the buttons and the move stand whole on the
    first screen; however far it is scrolled, no text lies over another."""
    last = len(moves(house))
    for width, height in SIZES:
        for step in sorted({0, last // 4, last // 2, last}):
            at(browser, path, "#step=%d" % step, width, height)
            wrong = run_js(browser, COVERED, width, height)
            assert not wrong, (width, height, step, wrong)
            if SHOTS:
                browser.driver.save_screenshot(os.path.join(
                    SHOTS, "replay-%s-%d-%d.png" % (
                        house.json("match", "show", "1")["game"], width,
                        step)))


def check_keys(house, path, browser):
    """Keys, old and new links, jumps, and a match that plays by itself."""
    last = len(moves(house))

    def told(step):
        assert count(browser) == "%d / %d" % (step, last), (
            step, count(browser))

    def key(name):
        ActionChains(browser.driver).send_keys(name).perform()

    def click(name):
        run_js(browser, "document.getElementById(arguments[0]).click()", name)

    at(browser, path, "#3")
    told(3)
    for name, step in ((Keys.ARROW_RIGHT, 4), (Keys.ARROW_LEFT, 3),
                       (Keys.END, last), (Keys.ARROW_RIGHT, last),
                       (Keys.HOME, 0), (Keys.ARROW_LEFT, 0)):
        key(name)
        told(step)
    run_js(browser, "location.hash = '#step=5'; onhashchange()")
    told(5)
    starts = run_js(browser, "return [...document.querySelector('#round')"
                    ".options].map(one => +one.value)")
    assert len(starts) > 2 and starts == sorted(starts), starts
    click("first")
    rounds = sorted(set(starts) - {0})
    for step in rounds:
        click("after")
        told(step)
    for step in list(reversed(rounds))[1:] + [0]:
        click("before")
        told(step)
    run_js(browser, """const round = document.querySelector("#round");
        round.selectedIndex = 2; round.onchange();""")
    told(starts[2])
    for step in run_js(browser, """return [...document.querySelectorAll(
            "[data-step]")].map(one => (one.click(), onhashchange(),
            [+one.dataset.step, +location.hash.slice(6)]));"""):
        assert step[0] == step[1] > 0, step
    places = run_js(browser, """const found = [];
        for (const name of ["first", "last"]) {
            document.getElementById(name).click();
            found.push(document.querySelector("#chart path:last-child")
                .getBoundingClientRect().left);
        }
        return found;""")
    assert places[1] - places[0] > 100, places
    legend, names = run_js(browser, """return [
        document.querySelector("#legend").textContent,
        [...document.querySelectorAll("th")].map(one => one.textContent)];""")
    assert legend == "The points after each step:", legend
    assert len(names) > 1 and [one[:2] for one in names] == [
        one + " " for one in "●■◆▲"[:len(names)]], names
    click("first")
    run_js(browser, "document.querySelector('#speed').value = 500")
    click("play")
    WebDriverWait(browser.driver, 20).until(
        lambda _: int(count(browser).split()[0]) >= 2)
    click("play")
    stopped = count(browser)
    time.sleep(0.7)
    assert count(browser) == stopped


def check_paper(path, browser):
    """Printed without buttons; without script all sentences and points."""
    at(browser, path, "#step=4")
    browser.tell("Emulation.setEmulatedMedia", media="print")
    shown = run_js(browser, """onbeforeprint();
        return [".set", ".keys", "#picture", "#move", "ol li"].map(name =>
            document.querySelector(name).getClientRects().length > 0);""")
    browser.tell("Emulation.setEmulatedMedia", media="")
    assert shown == [False, False, True, True, True], shown
    browser.tell("Emulation.setScriptExecutionDisabled", value=True)
    at(browser, path, "")
    browser.tell("Emulation.setScriptExecutionDisabled", value=False)
    shown = run_js(browser, """
        return ["#stage", "ol li", "#scores td"].map(name =>
            document.querySelector(name).getClientRects().length > 0);""")
    assert shown == [False, True, True], shown


COSTLY = re.compile(r"([^:]+): \"(.+)\"\. As a robot sees it, \"(.+)\" would "
                    r"have won about (\d+) more times in 100\.")


def points_of(browser):
    """The turning points: step and text of each."""
    return run_js(browser, """return [...document.querySelectorAll(
        "[data-step]")].map(one => [+one.dataset.step, one.textContent]);""")


def check_no_thoughts(house, path, browser):
    """Moves that deadlines made are nobody's mistakes."""
    house.fails(2, "--thoughts needs --html", "export", "1", "--thoughts")
    at(browser, path, "")
    plain = points_of(browser)
    path = house.path("thoughts.html")
    house.ok("export", "1", "--html", path, "--thoughts")
    at(browser, path, "")
    assert points_of(browser) == plain


def check_thoughts(browser):
    """What a robot regrets stands among the turning points, and leads to the
    step that shows that move; it is the same whenever it is asked for."""
    house = TextHouse()
    made(house, ANNA, "robot:easy", "robot:easy")
    house.run()
    house.say("Anna", "ready")
    play(house)
    path = house.path("page.html")
    house.ok("export", "1", "--html", path)
    at(browser, path, "")
    plain = points_of(browser)
    path = house.path("thoughts.html")
    house.ok("export", "1", "--html", path, "--thoughts")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    house.ok("export", "1", "--html", path, "--thoughts")
    with open(path, encoding="utf-8") as file:
        assert file.read() == page
    at(browser, path, "")
    points = points_of(browser)
    assert [n for n, _ in points] == sorted(n for n, _ in points), points
    costly = [(n, COSTLY.fullmatch(text)) for n, text in points
              if [n, text] not in plain]
    assert len(costly) + len(plain) == len(points), points
    assert 1 <= len(costly) <= 5 and all(found for _, found in costly), points
    events = moves(house)
    for n, found in costly:
        who, move, better, percent = found.groups()
        # islands have other words in the log, and in the list of moves
        assert (events[n - 1]["name"], events[n - 1]["move"].split()[0]) == (
            who, move.split()[0])
        assert better != move and 3 <= int(percent) <= 100, found
        assert run_js(browser, """
            document.querySelector("[data-step='" + arguments[0] + "']")
                .click();
            onhashchange();
            return document.querySelector("#move").textContent;""", n
                      ).startswith("%s \u2192 %s" % (who, move.split()[0]))
    at(browser, path, "")
    assert not browser.driver.get_log("browser")
    house.ok("export", "1", "--html", path, "--thoughts", "--language", "de")
    with open(path, encoding="utf-8") as file:
        assert file.read().count("Roboters") == len(costly)
    house.close()


def check_broken():
    """An organiser's own page and picture that are broken stop no match."""
    house = played("hexxi", [(("pages", "replay.html"), "{{#page}}"),
                             (("pictures", "hexxi.svg"), "{{#picture}}")])
    files = attached(house.newest("Anna"))
    assert any(name.endswith(".html") for name in files), files
    done = house.call("check")
    assert done.returncode == 1
    for name in ("hexxi.svg: ", "pages/replay.html"):
        assert "wrong    pictures: " + name in done.stdout, done.stdout
    house.close()


def check_refused():
    """Before the end it is shown to nobody who does not look."""
    house = House()
    house.match(seats=GAMES["hexxi"], game="hexxi")
    house.run()
    for name in GAMES["hexxi"]:
        house.reply(house.newest(name), "ready")
    house.run()
    path = house.path("page.html")
    house.fails(1, "reveal", "export", "1", "--html", path)
    assert not os.path.exists(path)
    house.ok("--reveal", "export", "1", "--html", path)
    assert os.path.exists(path)
    house.fails(1, "no language", "--reveal", "export", "1", "--html", path,
                "--language", "xx")
    house.close()


def main():
    tap = Tap()
    browser = Browser()
    for game in GAMES:
        house = tap.run("%s: played to its end" % game, played, game)
        if house is None:
            continue
        seat = GAMES[game][0]
        tap.run("%s: files of the last letter" % game, check_files, house,
                seat)
        tap.run("%s: files when asked" % game, check_history, house, seat)
        path = tap.run("%s: the page as it is" % game, check_page, house)
        tap.run("%s: the page in a browser" % game, check_steps, house, path,
                browser)
        tap.run("%s: nothing covers anything" % game, check_nothing_covered,
                house, path, browser)
        tap.run("%s: keys, links, jumps" % game, check_keys, house, path,
                browser)
        if game == "mutineer":  # it thinks quickly
            tap.run("moves of deadlines", check_no_thoughts, house, path,
                    browser)
            tap.run("afterthoughts", check_thoughts, browser)
        tap.run("%s: on paper, and without script" % game, check_paper, path,
                browser)
        house.close()
    browser.close()
    tap.run("broken ones of the organiser", check_broken)
    tap.run("before the end it is refused", check_refused)
    tap.end()


if __name__ == "__main__":
    main()
