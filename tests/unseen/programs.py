# SPDX-License-Identifier: ISC
"""All mail programs, and what each of them can do."""

import mailers
import more_mailers as more

ALL = ["top", "bottom", "between"]
TOP = ["top"]
# Name: the function, where people type in it, its languages if not all, and
# charsets it writes besides UTF-8.
PROGRAMS = {
    "gmail-web": (mailers.gmail_web, ALL),
    "gmail-android": (mailers.gmail_android, ALL),
    "gmail-ios": (mailers.gmail_ios, TOP),
    "apple-mac": (mailers.apple_mac, ALL),
    "apple-iphone": (mailers.apple_iphone, ALL),
    "outlook-desktop": (mailers.outlook_desktop, TOP),
    "outlook-web": (mailers.outlook_web, TOP),
    "outlook-mobile": (mailers.outlook_mobile, TOP),
    "thunderbird": (mailers.thunderbird, ALL),
    "yandex": (mailers.yandex, ALL),
    "mail-ru": (mailers.mail_ru, ALL),
    "gmx": (more.gmx, TOP),
    "gmx-phone": (more.gmx_phone, TOP),
    "wp": (more.wp, ALL),
    "onet": (more.onet, ALL),
    "interia": (more.interia, TOP),
    "samsung": (more.samsung, TOP),
    "k9": (more.k9, ALL),
    "mutt": (more.mutt, ["bottom", "between", "top"]),
    "gnus": (more.gnus, ["bottom", "between"]),
    "claws": (more.claws, ALL),
    "roundcube": (more.roundcube, ALL),
    "evolution": (more.evolution, ALL),
    "proton": (more.proton, ALL),
    "fairemail": (more.fairemail, ALL),
    "yahoo": (more.yahoo, TOP),
    "zoho": (more.zoho, TOP),
    "spark": (more.spark, TOP),
    "alone": (more.alone, TOP),
    "stub": (more.stub, ALL),
    "comb": (more.comb, TOP),
}
ONLY = {"wp": ["pl"], "onet": ["pl"], "interia": ["pl"],
        "gmx": ["de", "en", "pl"], "mail-ru": ["ru", "en"],
        "yandex": ["ru", "en"], "gmx-phone": ["de", "en"]}
OLD = {"pl": ["iso-8859-2", "windows-1250"], "de": ["iso-8859-15",
       "windows-1252", "iso-8859-1"], "ru": ["koi8-r", "windows-1251"],
       "en": ["iso-8859-1", "windows-1252"]}
LEGACY = {"outlook-desktop", "outlook-web", "mutt", "claws", "thunderbird",
          "roundcube", "onet", "wp", "interia", "evolution", "gnus"}


def write(reply, program):
    """The bytes of a reply, as that program makes them."""
    rng = reply.rng
    PROGRAMS[program][0](reply)
    if program in LEGACY and rng.random() < 0.3:
        reply.charset = rng.choice(OLD[reply.language])
    if reply.transfer is None:
        reply.transfer = rng.choice(["8bit", "quoted-printable",
                                     "quoted-printable", "base64"])
    if reply.flowed and reply.transfer != "8bit":
        reply.transfer = "8bit"
    return reply.raw()
