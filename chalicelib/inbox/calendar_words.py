"""Dates, times and weekdays as mail programs write them, in the languages of their users."""

import re

_MONTHS = {
    "en": "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?",
    "ru": "янв(?:ар[яь])?|фев(?:р(?:ал[яь])?)?|мар(?:та?)?|апр(?:ел[яь])?|ма[йя]|июн[яь]?|июл[яь]?"
    "|авг(?:уста?)?|сент?(?:ябр[яь])?|окт(?:ябр[яь])?|нояб?(?:р[яь])?|дек(?:абр[яь])?",
    "pl": "sty(?:cznia|czeń)?|lut(?:ego|y)?|marca|marzec|kwi(?:etnia|ecień)?|maja?"
    "|cze(?:rwca|rwiec)?|lip(?:ca|iec)?|sie(?:rpnia|rpień)?|wrz(?:eśnia|esień)?"
    "|pa[źz](?:dziernika?)?|lis(?:topada?)?|gru(?:dnia|dzień)?",
    "uk": "січ(?:ня|ень)?|лют(?:ого|ий)?|бер(?:езня|езень)?|квіт?(?:ня|ень)?|трав?(?:ня|ень)?"
    "|черв?(?:ня|ень)?|лип(?:ня|ень)?|серп?(?:ня|ень)?|вер(?:есня|есень)?|жовт?(?:ня|ень)?"
    "|лист(?:опада?)?|груд?(?:ня|ень)?",
    "be": "студзеня|лютага|сакавіка|красавіка|траўня|мая|чэрвеня|ліпеня|жніўня|верасня|кастрычніка"
    "|лістапада|снежня",
    "de": "januar|jän(?:ner)?|februar|mär(?:z)?|mai|juni|juli|okt(?:ober)?|dez(?:ember)?",
    "fr": "janv(?:ier)?|févr?(?:ier)?|mars|avr(?:il)?|mai|juin|juil(?:let)?|août|septembre|octobre"
    "|novembre|déc(?:embre)?",
    "es": "enero?|febrero|marzo|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|se[pt]t?(?:iembre)?"
    "|octubre|noviembre|dic(?:iembre)?",
    "it": "gen(?:naio)?|febbraio|marzo|aprile|mag(?:gio)?|giu(?:gno)?|lug(?:lio)?|ago(?:sto)?"
    "|set(?:tembre)?|ott(?:obre)?|novembre|dic(?:embre)?",
    "pt": "janeiro|fevereiro|fev|março|abril|maio|mai|junho|julho|setembro|out(?:ubro)?|novembro"
    "|dez(?:embro)?",
    "cs": "led(?:na|en)?|úno(?:ra)?|bře(?:zna)?|dub(?:na)?|kvě(?:tna)?|čvn|června|čvc|července"
    "|srp(?:na)?"
    "|zář(?:í)?|říj(?:na)?|lis(?:topadu)?|pro(?:since)?",
    "sk": "januára|februára|apríla|mája|máj|júna|jún|júla|júl|augusta|septembra|októbra|novembra"
    "|decembra",
    "hr": "sij(?:ečnja)?|velj(?:ače)?|ožu(?:jka)?|tra(?:vnja)?|svi(?:bnja)?|lip(?:nja)?|srp(?:nja)?"
    "|kol(?:ovoza)?|ruj(?:na)?|lis(?:topada)?|stu(?:denoga?)?|pro(?:sinca)?",
    "lt": "sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio"
    "|gruodžio",
    "nl": "januari|februari|maart|mrt|mei|juni|juli|augustus|december",
    "sv": "maj|augusti|oktober",
    "fi": "\\w{3,9}kuuta",
    "hu": "január|február|márc(?:ius)?|ápr(?:ilis)?|máj(?:us)?|jún(?:ius)?|júl(?:ius)?|augusztus"
    "|szept(?:ember)?|október",
    "ro": "ianuarie|februarie|martie|aprilie|iunie|iulie|septembrie|octombrie|noiembrie|decembrie",
    "bg": "януари|февруари|март|април|юни|юли|август|септември|октомври|ноември|декември",
    "tr": "oca(?:k)?|şub(?:at)?|nis(?:an)?|haz(?:iran)?|tem(?:muz)?|ağu(?:stos)?|eyl(?:ül)?"
    "|eki(?:m)?"
    "|kas(?:ım)?|ara(?:lık)?",
}
_WEEKDAYS = {
    "en": "mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?"
    "|sat(?:urday)?"
    "|sun(?:day)?",
    "ru": "пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]"
    "|воскресенье",
    "pl": "pon(?:iedziałek)?|wt(?:orek)?|wto|śr(?:od[aęy])?|śro|czw(?:artek)?|pt|piątek|pią"
    "|sob(?:ot[aęy])?|niedz(?:iel[aęi])?",
    "uk": "понеділок|вівторок|серед[ау]|четвер|п.ятниц[яю]|субот[ау]|неділ[яю]",
    "be": "панядзелак|аўторак|серад[ау]|чацвер|пятніц[ау]|субот[ау]|нядзел[яю]",
    "de": "mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag",
    "fr": "lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?|dim(?:anche)?",
    "es": "lunes|martes|mié(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sáb(?:ado)?|dom(?:ingo)?",
    "it": "lunedì|mar(?:tedì)?|mercoledì|gio(?:vedì)?|venerdì|sab(?:ato)?|domenica",
    "pt": "seg|ter|qua|qui|sex|segunda|terça|quarta|quinta|sexta",
    "cs": "pondělí|úterý|út|středa|čtvrtek|pátek|neděle",
    "nl": "ma|di|wo|do|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag",
    "sv": "mån|tis|ons|tors|fre|lör|sön|tir|man|lør|søn|tirsdag|onsdag|torsdag|tisdag",
    "hr": "ponedjeljak|utorak|uto|srijeda|sri|četvrtak|čet|petak|subota|nedjelja",
}


def _any(words: dict[str, str]) -> str:
    return "|".join(words.values())


_MONTH = rf"(?:{_any(_MONTHS)})\b\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th|er|º|\.)?"
_OF = r"(?:\s{1,3}(?:de|of)\s{1,3}|[\s.\-/]{1,3})"

_NUMERIC = re.compile(
    r"(?<![\d.])(?:\d{1,2}[./-]\d{1,2}[./-]\d{2}(?:\d{2})?|\d{4}[./-]\d{1,2}[./-]\d{1,2}"
    r"|\d{1,2}\.\s\d{1,2}\.\s(?:19|20)\d\d|\d{4}\.\s\d{1,2}\.\s\d{1,2})(?!\d)"
    r"|(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
)
_NAMED = re.compile(
    r"(?<![\w.])\d{1,2}\.?\s{1,3}(?:de\s)?[^\W\d_]{2,14}\.?,?\s{1,3}(?:de\s)?(?:19|20)\d\d(?!\d)"
    rf"|(?<![\w.]){_DAY}{_OF}{_MONTH}|(?<!\w){_MONTH}\s{{1,3}}{_DAY}(?![\w:])",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?<![\d:])\d{1,2}(?::|h\s?|時|时)\d{2}(?::\d{2})?(?!\d)"
    r"|(?<!\w)(?:kl|klo|ore|godz|o|um|ob|at|в)\.?\s\d{1,2}\.\d{2}(?![\d.])"
)
_WEEKDAY = re.compile(
    rf"(?<!\w)(?:{_any(_WEEKDAYS)})(?!\w)\.?|星期[一二三四五六日天]|[周週][一二三四五六日]"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ZONE = re.compile(
    r"(?<!\w)(?:am|pm|a\.m\.|p\.m\.|utc|gmt|msk|мск|cet|cest|eet|eest)(?!\w)"
    r"|(?<!\w)[+-]\d\d:?\d\d(?!\d)"
)
_SIGNS = (
    ("date", _NUMERIC), ("date", _NAMED), ("time", _TIME), ("weekday", _WEEKDAY), ("year", _YEAR),
    ("zone", _ZONE),
)  # fmt: skip


def moments(line: str) -> dict[str, tuple[int, int]]:
    """What *line* (lower case) says of a moment, each with the place where it says so.

    Keys: date, time, weekday, year, zone.
    """
    found: dict[str, tuple[int, int]] = {}
    for name, pattern in _SIGNS:
        match = pattern.search(line)
        if match:
            found[name] = min(found.get(name, match.span()), match.span())
            if pattern is _NUMERIC:
                found["year"] = match.span()
    return found


def without(line: str) -> str:
    """*line* (lower case) without all that says a moment."""
    for _, pattern in _SIGNS:
        line = pattern.sub(" ", line)
    return line
