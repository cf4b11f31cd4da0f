# SPDX-License-Identifier: ISC
"""Letters in HTML, as a browser shows them: Chromium, driven from outside."""

import base64
import os
import re
import subprocess
import tempfile
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

WIDTHS = (360, 800)
SCHEMES = ("light", "dark")
MOST = 60000  # bytes of HTML: Gmail clips longer ones
URI_MAX = 499

# What looks wrong, as a list of sentences.
LOOK = r"""
// not of the window: a phone's grows with what is too wide
const WIDTH = arguments[0];
const wrong = [], root = document.documentElement;
if (root.scrollWidth > WIDTH)
    wrong.push("wider than the window: " + root.scrollWidth);
for (const one of document.querySelectorAll("body *"))
    if (one.getBoundingClientRect().right > WIDTH + 1)
        wrong.push("sticks out: " + one.tagName + " " +
            one.textContent.trim().slice(0, 40));
for (const image of document.images) {
    if (!image.complete || image.naturalWidth === 0)
        wrong.push("no picture: " + image.src.slice(0, 60));
    if (!image.alt.trim())
        wrong.push("a picture without alt");
}
function channels(text) {
    return text.match(/[\d.]+/g).map(Number);
}
function light(colour) {
    const part = colour.slice(0, 3).map(value => {
        value /= 255;
        return value <= 0.03928 ? value / 12.92
            : Math.pow((value + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}
function ground(element) {
    for (; element; element = element.parentElement) {
        const colour = channels(getComputedStyle(element).backgroundColor);
        if (colour.length < 4 || colour[3] === 1)
            return colour;
    }
    return [255, 255, 255];
}
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let texts = 0;
while (walk.nextNode()) {
    const text = walk.currentNode.data.trim(), on =
        walk.currentNode.parentElement;
    if (!text || !on.getClientRects().length)
        continue;
    texts++;
    const ink = channels(getComputedStyle(on).color), back = ground(on);
    const a = light(ink), b = light(back);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5)
        wrong.push("contrast " + ratio.toFixed(2) + ": " + text.slice(0, 40));
    if ([ink, back].some(one => one.slice(0, 3).every(x => x === 0) ||
            one.slice(0, 3).every(x => x === 255)))
        wrong.push("pure black or white: " + text.slice(0, 40));
    if (parseFloat(getComputedStyle(on).fontSize) < 12)
        wrong.push("small letters: " + text.slice(0, 40));
}
if (texts < 5)
    wrong.push("hardly any text");
for (const table of document.querySelectorAll("table"))
    if (!table.getAttribute("role") && !table.querySelector("th") &&
            table.rows.length && table.rows[0].cells.length > 4)
        wrong.push("a table without headings: " +
            table.textContent.trim().slice(0, 40));
if (!root.lang)
    wrong.push("no language");
return wrong;
"""

# Of boards to tap: how many there are, and which links a finger would miss.
FINGERS = r"""
const boards = document.querySelectorAll("table.v"), small = [];
for (const link of document.querySelectorAll("table.v a")) {
    const box = link.getBoundingClientRect();
    if (box.width < 44 || box.height < 44)
        small.push(link.innerText + ": " + box.width + " x " + box.height);
}
return [boards.length, document.querySelectorAll("table.v a").length, small];
"""

# Of what HTML 5 no longer knows, mail programs need these.
NEEDED = re.compile(
    r'<(table|td|th|tr|body)> attribute "(bgcolor|align|valign|width|height|'
    r'cellpadding|cellspacing|border)" not allowed for HTML5'
    r'|proprietary attribute "(bgcolor|height)"')


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        self.profile = tempfile.TemporaryDirectory(prefix="turnpost-chrome-")
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--no-first-run", "--disable-background-networking",
                     "--user-data-dir=" + self.profile.name):
            options.add_argument(flag)
        self.driver = webdriver.Chrome(
            service=Service("/usr/bin/chromedriver"), options=options)
        self.shown = None

    def close(self):
        self.driver.quit()
        self.profile.cleanup()

    def tell(self, command, **values):
        self.driver.execute_cdp_cmd(command, values)

    def show(self, path, width, scheme):
        """A page is loaded for each width, where its lines break; another
        scheme only has other colours."""
        self.tell("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])
        written = os.stat(path)
        page = path, width, written.st_ino, written.st_mtime_ns
        if page == self.shown:
            return
        self.tell("Emulation.setDeviceMetricsOverride", width=width,
                  height=800, deviceScaleFactor=1, mobile=width < 500)
        self.driver.get("file://" + path)
        self.shown = page

    def wrong(self, path, width, scheme):
        self.show(path, width, scheme)
        return self.driver.execute_script(LOOK, width)

    def fingers(self, path, width):
        """Boards to tap, their links, and those of them that are too small."""
        self.show(path, width, "light")
        return self.driver.execute_script(FINGERS)

    def shoot(self, path, width, scheme, picture):
        """A picture of all of it, for eyes."""
        self.show(path, width, scheme)
        height = self.driver.execute_script(
            "return document.documentElement.scrollHeight")
        self.tell("Emulation.setDeviceMetricsOverride", width=width,
                  height=min(height, 4000), deviceScaleFactor=1,
                  mobile=width < 500)
        self.shown = None
        self.driver.save_screenshot(picture)


def html_of(mail):
    """The HTML of a letter, or None."""
    part = mail.get_body(("html",))
    return None if part is None else part.get_content().replace("\r\n", "\n")


def with_pictures(mail):
    """Its HTML with the pictures that came with it in it."""
    html = html_of(mail)
    for part in mail.walk():
        cid = part["Content-ID"]
        if cid is None or part.get_content_maintype() != "image":
            continue
        data = base64.b64encode(part.get_payload(decode=True)).decode()
        html = html.replace("cid:" + cid.strip("<>"),
                            "data:image/png;base64," + data)
    return html


class Tap:
    """A link that opens a mail: where it goes, and what it says."""

    def __init__(self, href):
        assert len(href) <= URI_MAX, href
        address, _, query = href[len("mailto:"):].partition("?")
        assert "+" not in href, href
        self.address = urllib.parse.unquote(address)
        fields = dict(one.split("=", 1) for one in query.split("&"))
        assert sorted(fields) == ["body", "subject"], href
        self.subject = urllib.parse.unquote(fields["subject"])
        self.body = urllib.parse.unquote(fields["body"])
        assert self.subject.endswith(self.body), href
        assert "\n" not in self.body and "\r" not in self.body, href

    @property
    def unfinished(self):
        return self.body.endswith(" ")


def taps(html):
    return [Tap(href.replace("&amp;", "&")) for href in
            re.findall(r'href="(mailto:[^"?]*\?[^"]*)"', html)]


def faults(html):
    """What tidy finds in it, but for what mail programs need."""
    done = subprocess.run(["tidy", "-q", "-e", "-utf8"], input=html,
                          capture_output=True, text=True, check=False)
    return [line for line in done.stderr.splitlines()
            if line.strip() and not NEEDED.search(line)]


def keep(folder, name, html):
    path = os.path.join(folder, name + ".html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(html)
    return path
