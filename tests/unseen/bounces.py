# SPDX-License-Identifier: ISC
"""Mails that say that a letter did not arrive, as some forty mail servers and
providers write them, and mails that come to the same address and say no such
thing."""

import random

import bounce_forms as forms
import bounce_texts as texts
import near_bounces as near
from bounce import Bounce

ALL = {"permanent": 3, "temporary": 3, "delay": 2}
LASTING = {"permanent": 4, "temporary": 3}
FORMS = {
    forms.postfix: ALL,
    forms.exim: ALL,
    forms.sendmail: ALL,
    forms.gmail: ALL,
    forms.outlook_com: ALL,
    forms.outlook_com_german: LASTING,
    forms.courier: ALL,
    forms.apple: LASTING,
    forms.haraka: LASTING,
    forms.amazon_ses: LASTING,
    forms.work_mail: ALL,
    forms.work_mail_bare: ALL,
    forms.yandex: LASTING,
    forms.open_smtpd: ALL,
    texts.open_smtpd_old: ALL,
    texts.dragonfly: LASTING,
    texts.yahoo: LASTING,
    texts.yahoo_new: LASTING,
    texts.exchange_2003: ALL,
    texts.exchange_2003_text: ALL,
    texts.exchange_ims: ALL,
    texts.qmail: LASTING,
    texts.qmail_local: {"permanent": 2, "temporary": 2},
    texts.qmail_russian: LASTING,
    texts.exim_text: ALL,
    texts.postfix_text: ALL,
    texts.gmail_old: ALL,
    texts.sendmail_text: ALL,
    texts.mail_ru: LASTING,
    texts.gmx: LASTING,
    texts.ionos: {"permanent": 2, "temporary": 2},
    texts.t_online: LASTING,
    texts.notes: {"permanent": 2, "temporary": 2},
    texts.groupwise: {"permanent": 2, "temporary": 2},
    texts.mdaemon: LASTING,
    texts.imail: {"permanent": 2, "temporary": 2},
    texts.mailenable: LASTING,
    texts.hmailserver: LASTING,
    texts.james: LASTING,
    texts.messagelabs: LASTING,
    texts.zoho: LASTING,
    texts.silent: {"permanent": 4},
    texts.silent_french: {"permanent": 2},
    texts.base64_text: LASTING,
}
NONE = {
    near.vacation: 10,
    near.out_of_office: 8,
    near.challenge: 6,
    near.complaint: 6,
    near.moderation: 6,
    near.receipt: 4,
    near.delivered: 6,
    near.ticket: 4,
    near.person: 2,
}


def cases():
    """All of them, in an order that mixes the forms."""
    result = []
    for form, kinds in FORMS.items():
        for kind, count in kinds.items():
            result += [Bounce(form, kind, n) for n in range(count)]
    others = [Bounce(form, "none", n) for form, count in NONE.items()
              for n in range(count)]
    random.Random("order").shuffle(result)
    random.Random("order").shuffle(others)
    return result, others


def recognised(seen):
    """As a bounce, whatever its class."""
    return seen.kind() != "none" and not seen.letters


def left_alone(seen):
    """Nothing is counted and nobody is answered."""
    return not (seen.rows or seen.unreached or seen.letters
                or seen.outbox.startswith("came back"))
