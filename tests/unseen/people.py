# SPDX-License-Identifier: ISC
"""What people put around a command: greetings, thanks, talk, sign-offs,
signatures, and what their firms and phones add."""

GREETINGS = {
    "en": ["Hi,", "Hello,", "Hi all,", "Hey there,", "Good morning,",
           "Dear robot,", "Hi turnpost,", "Ahoy!", "Hello everybody,",
           "Good evening everyone,"],
    "pl": ["Cze\u015b\u0107,", "Hej,", "Witam,", "Dzie\u0144 dobry,",
           "Cze\u015b\u0107 wszystkim,", "Hejka!", "Ahoj,", "Witajcie,",
           "Drogi robocie,", "Dobry wiecz\u00f3r,"],
    "de": ["Hallo,", "Hallo zusammen,", "Moin,", "Guten Morgen,", "Hi,",
           "Lieber Roboter,", "Servus!", "Gr\u00fc\u00df Gott,", "Ahoi!",
           "Guten Abend zusammen,"],
    "ru": ["\u041f\u0440\u0438\u0432\u0435\u0442,",
           "\u0417\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439"
           "\u0442\u0435,", "\u0414\u043e\u0431\u0440\u044b\u0439 \u0434\u0435"
           "\u043d\u044c!", "\u0412\u0441\u0435\u043c \u043f\u0440\u0438"
           "\u0432\u0435\u0442!", "Привет всем,", "Доброе утро,",
           "Здравствуй, робот!", "Добрый вечер,", "Хай,", "Салют!"],
}
COURTESIES = {
    "en": ["Thanks!", "Thank you!", "Thank you very much.", "Regards,",
           "Best", "Cheers!", "Thanks", "Many thanks,", "Best regards,",
           "Sorry for the delay!", "Thanks a lot for the reminder.", "Ok",
           "Sure.", "Kind regards", "Nice, thanks!", "Thx", "Thank you.",
           "Warm regards,", "Great, thank you!", "Got it, thanks.", "Ta!",
           "With best wishes,", "Take care", "All the best,", "Cheerio!"],
    "pl": ["Dzi\u0119ki,", "Dzi\u0119ki!", "Dzi\u0119kuj\u0119.",
           "Pozdrawiam,", "Pozdrawiam", "Wielkie dzi\u0119ki!", "Ok.",
           "Dzi\u0119ki za przypomnienie.", "Pozdrawiam serdecznie,",
           "Przepraszam za zw\u0142ok\u0119!", "Jasne.", "Pozdro", "Dzi\u0119x",
           "Z g\u00f3ry dzi\u0119kuj\u0119.", "Super, dzi\u0119ki!",
           "Z powa\u017caniem,", "Serdeczno\u015bci,", "Mi\u0142ego dnia!",
           "Dobra, dzi\u0119ki.", "Trzymaj si\u0119!"],
    "de": ["Danke!", "Danke", "Vielen Dank!", "Gr\u00fc\u00dfe,", "LG",
           "Mit freundlichen Gr\u00fc\u00dfen", "Ok.", "Alles klar, danke.",
           "Entschuldigung f\u00fcr die Versp\u00e4tung!", "Danke sch\u00f6n.",
           "Viele Gr\u00fc\u00dfe,", "Sorry, war unterwegs.", "Tausend Dank!",
           "Besten Dank im Voraus.", "Gerne.", "Beste Gr\u00fc\u00dfe",
           "Super, danke!", "Liebe Gr\u00fc\u00dfe,", "Merci!", "MfG",
           "Bis dann!", "Herzliche Gr\u00fc\u00dfe", "Dankesch\u00f6n!"],
    "ru": ["Спасибо!", "Спасибо", "Большое спасибо.", "С уважением,",
           "Спасибо, понял.", "Ок.", "Извините за задержку!", "Благодарю!",
           "Спасибо за напоминание.", "Хорошо, спасибо!", "Всего доброго,",
           "С наилучшими пожеланиями,", "Спс", "Пожалуйста.", "Отлично!",
           "Заранее спасибо,", "Привет и спасибо!", "До связи,",
           "Хорошего дня!", "Огромное спасибо!"],
}
TALK = {
    "en": ["What a hand I have this time, really.",
           "I think this will be a long voyage.",
           "My daughter says I should be more careful, so here it comes.",
           "Sorry, I was on the train and had no network until now.",
           "Tough one. Let us see what the others make of it.",
           "See you all on Friday!", "Good luck to everybody."],
    "pl": ["Ale mam r\u0119k\u0119 tym razem, naprawd\u0119.",
           "Chyba b\u0119dzie d\u0142ugi rejs.",
           "Przepraszam, by\u0142em w poci\u0105gu i nie mia\u0142em "
           "zasi\u0119gu.", "Powodzenia wszystkim!",
           "Do zobaczenia w pi\u0105tek przy piwie.",
           "Trudna decyzja, ale niech b\u0119dzie."],
    "de": ["Was f\u00fcr eine Hand diesmal, wirklich.",
           "Das wird wohl eine lange Fahrt.",
           "Ich war im Zug und hatte bis jetzt kein Netz.",
           "Schwierig, mal sehen, was die anderen daraus machen.",
           "Bis Freitag dann!", "Euch allen viel Erfolg."],
    "ru": ["Ну и рука у меня на этот раз.",
           "Похоже, плавание будет долгим.",
           "Я был в поезде, сети не было до сих пор.",
           "Трудный выбор, посмотрим, что сделают остальные.",
           "До встречи в пятницу!", "Всем удачи и хорошей погоды."],
}
SIGNOFFS = {
    "en": ["Best regards,", "Cheers,", "Thanks,", "Best,", "Kind regards",
           "Yours sincerely,", "Have a nice weekend!", "x", "Take care,",
           "Thank you and best regards,", "All the best"],
    "pl": ["Pozdrawiam,", "Pozdrawiam serdecznie", "Dzi\u0119ki,",
           "Z powa\u017caniem", "Pzdr,", "Mi\u0142ego dnia,",
           "Serdecznie pozdrawiam,", "\u015aciskam,"],
    "de": ["Viele Gr\u00fc\u00dfe", "LG", "Mit freundlichen Gr\u00fc\u00dfen",
           "Danke und Gru\u00df", "Beste Gr\u00fc\u00dfe,", "Bis bald",
           "Sch\u00f6nes Wochenende,", "Liebe Gr\u00fc\u00dfe aus K\u00f6ln"],
    "ru": ["С уважением,", "Спасибо,", "С наилучшими пожеланиями,",
           "Всего доброго!", "До свидания,", "Хорошего дня,", "Удачи,"],
}
JOBS = {
    "en": "{name} Miller\nSenior Accountant\nACME Trading Ltd | 12 Harbour "
          "Road | London\nT +44 20 7946 0018 | www.acme.example",
    "pl": "{name} Nowak\nG\u0142\u00f3wna Ksi\u0119gowa\nFirma Sp. z o.o., "
          "ul. D\u0142uga 2, 00-238 Warszawa\ntel. +48 22 555 01 23",
    "de": "{name} Schulze\nLeitung Einkauf\nMuster GmbH \u2022 Hauptstr. 2 "
          "\u2022 50667 K\u00f6ln\nTel.: 0221 5550-2 | Fax: -3",
    "ru": "{name} Иванов(а)\nГлавный бухгалтер\nООО «Ромашка», ул. Ленина, 2\n"
          "тел. +7 (495) 555-01-23, доб. 2",
}
DISCLAIMERS = {
    "en": "This e-mail and any attachments are confidential and may be "
          "privileged. If you are not the intended recipient, please notify "
          "the sender, delete this message and do not keep or copy it. "
          "Please consider the environment before printing.",
    "pl": "Niniejsza wiadomo\u015b\u0107 jest poufna i przeznaczona "
          "wy\u0142\u0105cznie dla adresata. Je\u015bli nie jeste\u015b "
          "adresatem, skasuj j\u0105 i powiadom nadawc\u0119. Pomy\u015bl o "
          "\u015brodowisku, zanim wydrukujesz.",
    "de": "Diese E-Mail enth\u00e4lt vertrauliche Informationen. Wenn Sie "
          "nicht der richtige Adressat sind, informieren Sie bitte den "
          "Absender und l\u00f6schen Sie diese Mail. Sitz der Gesellschaft: "
          "K\u00f6ln, HRB 20456, Gesch\u00e4ftsf\u00fchrer: Max Muster.",
    "ru": "Настоящее сообщение конфиденциально и предназначено только "
          "адресату. Если вы получили его по ошибке, сообщите отправителю и "
          "удалите письмо. Подумайте о природе, прежде чем печатать.",
}
IPHONE = {"en": "Sent from my iPhone", "pl": "Wys\u0142ane z iPhone\u2019a",
          "de": "Von meinem iPhone gesendet", "ru": "Отправлено с iPhone"}
GALAXY = {"en": "Sent from my Galaxy", "pl": "Wys\u0142ano z urz\u0105dzenia "
          "Galaxy", "de": "Von meinem Galaxy gesendet",
          "ru": "Отправлено с устройства Galaxy"}
OUTLOOK = {"en": "Get Outlook for {os}", "pl": "Pobierz program Outlook dla "
           "systemu {os}", "de": "Outlook f\u00fcr {os} beziehen",
           "ru": "Скачайте Outlook для {os}"}
K9 = {"en": "Sent from my Android device with K-9 Mail. Please excuse my "
      "brevity.",
      "pl": "Wys\u0142ane za pomoc\u0105 K-9 Mail.",
      "de": "Diese Nachricht wurde von meinem Android-Ger\u00e4t mit K-9 Mail "
      "gesendet.",
      "ru": "Простите за краткость, создано в K-9 Mail."}
MAILRU = {"en": "Sent from Mail.ru app for Android",
          "pl": "Wys\u0142ane z aplikacji Mail.ru",
          "de": "Gesendet mit der Mail.ru App",
          "ru": "Отправлено из мобильной Почты Mail.ru"}
YANDEX = {"en": "Sent from Yandex Mail for mobile",
          "pl": "Wys\u0142ane z aplikacji Yandex Mail",
          "de": "Gesendet aus der mobilen Yandex Mail",
          "ru": "Отправлено из мобильного приложения Яндекс Почты"}
GMX = {"en": "--\nSent from my Android phone with mail.com Mail. Please "
       "excuse my brevity.",
       "pl": "--\nWys\u0142ane z telefonu z Androidem z GMX Mail.",
       "de": "-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit "
       "WEB.DE Mail gesendet.",
       "ru": "--\nОтправлено с телефона Android из GMX."}


class Around:
    """What stands around the typed lines of one mail, and its name."""

    def __init__(self, rng, language, name):
        self.above = []
        self.below = []
        parts = []
        if rng.random() < 0.25:
            self.above += self.one(rng, "greeting", GREETINGS[language],
                                   parts)
            if rng.random() < 0.5:
                self.above.append("")
        chance = rng.random()
        if chance < 0.35:
            self.above += self.one(rng, "courtesy", COURTESIES[language],
                                   parts)
            if rng.random() < 0.5:
                self.above.append("")
        elif chance < 0.5:
            self.above += self.one(rng, "talk", TALK[language], parts)
            if rng.random() < 0.5:
                self.above.append("")
        if rng.random() < 0.15:
            if rng.random() < 0.5:
                self.below.append("")
            self.below += self.one(rng, "remark", TALK[language], parts)
        if rng.random() < 0.4:
            self.below += [""] * rng.randint(0, 1)
            self.below += self.one(rng, "signoff", SIGNOFFS[language], parts)
            self.below.append(name)
        chance = rng.random()
        if chance < 0.15:
            self.below += ["", "-- "] + self.job(language, name)
            parts.append("sig")
        elif chance < 0.25:
            self.below += [""] + self.job(language, name)
            parts.append("bare-sig")
        if rng.random() < 0.08:
            self.below += ["", DISCLAIMERS[language]]
            parts.append("disclaimer")
        self.name = "+".join(parts) or "bare"

    @staticmethod
    def one(rng, kind, phrases, parts):
        at = rng.randrange(len(phrases))
        parts.append("%s%d" % (kind, at))
        return [phrases[at]]

    @staticmethod
    def job(language, name):
        return JOBS[language].format(name=name).split("\n")
