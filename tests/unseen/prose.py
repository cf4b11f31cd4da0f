# SPDX-License-Identifier: ISC
"""What people say to each other about games, boats, food and the weather: not
one sentence is a command, and many hold the words and numbers of one."""

FRAMES = {
    "en": [
        "I would pay {n} euros for that {good}, not a cent more.",
        "Do you still want to play on {day}?", "We take the boat at {n}.",
        "My aunt sells {good} on the market, {n} stalls from the harbour.",
        "Please pass me the {good} when you are done with it.",
        "{name} said that {n} of us will be late.",
        "I was away for {n} days and have not read all of it.",
        "The rules say {n} cards, I believe.", "Who is the {role} now?",
        "No, {name} is the {role}, and I am only the cook.",
        "Last time we had {n} rounds, and it took until {day}.",
        "Help is always welcome in the kitchen.", "It all depends on {name}.",
        "Let us wait for {name}, and then play {game} again.",
        "I had {n} glasses of {good}, and it shows.",
        "My plan is to visit {name} on {day}, if the weather is fine.",
        "Is {name} ready, or shall we ask somebody else?",
        "The key to the boat house is under the mat.",
        "Say hello to {name} from me.", "All of us keep our fingers crossed.",
        "We could fight about this for {n} hours.", "Born in 1995, like me.",
        "The new match looks good; {name} will join it.",
        "I check my mail only {n} times a week.", "What a pirate you are!",
        "The status of my laundry is unknown.", "History repeats itself.",
        "Nobody wants to resign from the club because of {good}.",
        "Cancel your plans for {day}, {name} is coming!",
        "Vote for {name}, she deserves it.", "Watch out for {name}.",
        "My address has not changed since {n} years ago.",
        "Take it easy, {name}.", "Play it again, Sam.",
        "How many of you need a lift to the harbour, {n} or more?",
        "On {day} at {n} we meet at the pier; bring {good}.",
        "I am back from holiday, brown as a {good} merchant.",
    ],
    "pl": [
        "Da\u0142bym {n} z\u0142ote za to {good}, ani grosza wi\u0119cej.",
        "Gracie jeszcze w {day}?", "Wyp\u0142ywamy o {n}.",
        "Moja ciotka sprzedaje {good} na rynku, {n} stragany od portu.",
        "Podaj mi {good}, jak sko\u0144czysz.",
        "{name} m\u00f3wi, \u017ce {n} osoby si\u0119 sp\u00f3\u017ani\u0105.",
        "Nie by\u0142o mnie {n} dni i nie wszystko czyta\u0142em.",
        "Zasady m\u00f3wi\u0105 chyba o {n} kartach.",
        "Kto jest teraz {role}?", "Nie, {name} jest kapitanem, a ja tylko "
        "kucharzem.", "Poczekajmy na {name} i zagrajmy jeszcze raz.",
        "Wypi\u0142em {n} kieliszki i wida\u0107.",
        "Planuj\u0119 odwiedzi\u0107 {name} w {day}, je\u015bli b\u0119dzie "
        "\u0142adnie.", "Klucz do przystani jest pod wycieraczk\u0105.",
        "Powiedz {name}, \u017ce pozdrawiam.", "Stan mojego prania nieznany.",
        "Historia lubi si\u0119 powtarza\u0107.", "Ale z ciebie pirat!",
        "Pomoc w kuchni zawsze mile widziana.", "Rocznik 1995, jak ja.",
        "Sprawd\u017a, czy {name} ma miejsce w aucie, bo nas jest {n}.",
        "G\u0142osuj\u0119 na {name}, zas\u0142u\u017cy\u0142a.",
        "Nikt nie chce rezygnowa\u0107 z klubu przez {good}.",
        "W {day} o {n} widzimy si\u0119 na molo, we\u017acie {good}.",
        "Gram od {n} lat i dalej nie umiem.", "Wracam dopiero w {day}.",
    ],
    "de": [
        "F\u00fcr das {good} w\u00fcrde ich {n} Euro zahlen, keinen Cent mehr.",
        "Spielt ihr am {day} noch?", "Wir nehmen das Boot um {n}.",
        "Meine Tante verkauft {good} auf dem Markt, {n} St\u00e4nde vom Hafen.",
        "Gib mir bitte mal das {good} r\u00fcber.",
        "{name} meint, dass {n} von uns zu sp\u00e4t kommen.",
        "Ich war {n} Tage weg und habe nicht alles gelesen.",
        "In den Regeln stehen {n} Karten, glaube ich.", "Wer ist jetzt {role}?",
        "Nein, {name} ist Kapit\u00e4n, und ich bin nur der Koch.",
        "Warten wir auf {name} und spielen dann noch einmal.",
        "Ich hatte {n} Gl\u00e4ser Wein, und das merkt man.",
        "Mein Plan ist, am {day} {name} zu besuchen, wenn das Wetter passt.",
        "Der Schl\u00fcssel zum Bootshaus liegt unter der Matte.",
        "Sag {name} einen Gru\u00df von mir.", "Hilfe in der K\u00fcche ist "
        "immer willkommen.", "Der Stand meiner W\u00e4sche ist unbekannt.",
        "Was bist du nur f\u00fcr ein Pirat!", "Jahrgang 1995, wie ich.",
        "Stimmt f\u00fcr {name}, sie hat es verdient.",
        "Passt auf {name} auf.", "Das passt mir am {day} gut.",
        "Niemand will wegen {good} aus dem Verein aussteigen.",
        "Am {day} um {n} treffen wir uns am Steg, bringt {good} mit.",
        "Seit {n} Jahren spiele ich und kann es immer noch nicht.",
        "Bin erst am {day} zur\u00fcck.",
    ],
    "ru": [
        "За это {good} я бы дал {n} рубля, не больше.",
        "Вы ещё играете в {day}?", "Отплываем в {n}.",
        "Моя тётя продаёт {good} на рынке, {n} ларька от порта.",
        "Передай мне {good}, пожалуйста, когда закончишь.",
        "{name} говорит, что {n} человека опоздают.",
        "Меня не было {n} дня, и я не всё прочитал.",
        "В правилах вроде бы {n} карты.", "Кто сейчас {role}?",
        "Нет, капитан {name}, а я только кок.",
        "Подождём {name} и сыграем ещё раз.", "Выпил {n} бокала, и заметно.",
        "Планирую навестить {name} в {day}, если погода позволит.",
        "Ключ от сарая под ковриком.", "Скажи {name}, что я передаю привет.",
        "Помощь на кухне всегда нужна.", "Статус моей стирки неизвестен.",
        "История повторяется.", "Ну ты и пират!", "Родился в 1995, как и я.",
        "Голосуйте за {name}, она заслужила.", "Берегите себя.",
        "Никто не хочет уходить из клуба из-за {good}.",
        "В {day} в {n} встречаемся на причале, берите {good}.",
        "Играю {n} года и всё не научусь.", "Вернусь только в {day}.",
    ],
}
SLOTS = {
    "en": {"good": ["salt", "wine", "grain", "cloth", "ruby"],
           "day": ["Friday", "Sunday", "2 May", "Monday morning"],
           "role": ["captain", "mate", "merchant", "mutineer"],
           "game": ["Mutineer", "bridge", "chess", "cards"]},
    "pl": {"good": ["wino", "sukno", "zbo\u017ce"],
           "day": ["pi\u0105tek", "niedziel\u0119", "sobot\u0119"],
           "role": ["kapitanem", "matem", "kupcem"], "game": ["szachy"]},
    "de": {"good": ["Salz", "Getreide", "Tuch"],
           "day": ["Freitag", "Sonntag", "2. Mai"],
           "role": ["Kapit\u00e4n", "Maat", "H\u00e4ndler"],
           "game": ["Schach"]},
    "ru": {"good": ["вино", "зерно", "сукно"],
           "day": ["пятницу", "воскресенье", "субботу"],
           "role": ["капитан", "боцман", "торговец"], "game": ["шахматы"]},
}
NAMES = ["Anna", "Boris", "Carla", "Basia", "Max", "Olga", "Xenia"]


def sentence(rng, language):
    slots = {key: rng.choice(words) for key, words in SLOTS[language].items()}
    return rng.choice(FRAMES[language]).format(
        n=rng.randint(1, 9), name=rng.choice(NAMES), **slots)


def prose(rng, language, lines, paragraphs=False):
    """Lines of one sentence each, or paragraphs of some."""
    return [" ".join(sentence(rng, language) for _ in range(
        rng.randint(2, 4) if paragraphs else 1)) for _ in range(lines)]
