"""What programs, servers and companies write below a mail: advertisements, disclaimers."""

import re

_DEVICES = (
    r"i-?phone|i-?pad|ios\b|mac(?:book|intosh|os)?\b|android|андроид|samsung|самсунг|galaxy"
    r"|huawei|honor|xiaomi|redmi|poco|realme|oppo"
    r"|vivo|oneplus|nokia|sony|xperia|lenovo|lg\b|htc\b|meizu|pixel|motorola|blackberry|windows"
    r"|outlook"
    r"|gmail|yahoo|proton|tutanota|tuta|spark|edison|newton|bluemail|blue mail|mymail|airmail"
    r"|mailspring|k-9"
    r"|thunderbird|fairemail|typeapp|aquamail|aqua mail|nine\b|vivaldi|superhuman|canary|hey\b"
    r"|zoho|gmx|web\.de"
    r"|e-?mail|mail|почт|мэйл|rambler|рамблер|яндекс|yandex|вконтакте|poczt|onet|interia|o2\b"
    r"|wp\b|gazeta|tlen"
    r"|телефон|смартфон|планшет|мобильн|устройств|приложени|компьютер|айфон|айпад|ноутбук"
    r"|telefon|smartfon|tablet|mobiln|urządze|aplikacj|komputer|komórk|laptop"
    r"|phone|mobile|device|tablet|smartphone|app\b|handy"
)
_FOOTER = re.compile(
    r"[\s*_>~-]{0,6}(?:"
    r"(?:sent|send) (?:from|via|using|with|by)\b(?:[^\n]{0,60}\b(?:" + _DEVICES + r")| my )"
    r"|(?:отправлено|послано|отправлен|отослано|доставлено|написано|надіслано|відправлено"
    r"|адпраўлена|дасланае)"
    r" (?:с|со|из|через|при|от|з|зі|за|via)\b[^\n]{0,60}(?:" + _DEVICES + r")"
    r"|(?:wiadomość )?(?:wysłan[eoay]|przesłan[eoay]|napisan[eoay])(?: zostało)? (?:z|ze|za"
    r"|przez|przy|w|via)\b"
    r"[^\n]{0,60}(?:" + _DEVICES + r")"
    r"|(?:get|download|try) (?:the )?(?:outlook|proton|spark|yahoo|gmail|mymail|bluemail"
    r"|aqua ?mail)\b"
    r"|(?:получить|получите|скачать|скачайте|установите|загрузить|загрузите) (?:приложение )?"
    r"(?:outlook|почт\w{0,6}|mymail|spark|яндекс)\b"
    r"|(?:pobierz|ściągnij|zainstaluj|wypróbuj) (?:program |aplikację |bezpłatną |darmową ){0,2}"
    r"(?:outlook|poczt|onet|spark|proton|yahoo|interia)"
    r"|(?:gesendet (?:von|mit)|von meinem|envoyé (?:de|depuis|à partir)|télécharge[rz] outlook"
    r"|enviado desde"
    r"|obtener outlook|inviato da|enviado do|odesláno z|odoslané z|poslano s|verzonden vanaf"
    r"|verstuurd vanaf"
    r"|skickat från|sendt fra|hent outlook|holen sie sich outlook|lähetetty|išsiųsta iš"
    r"|trimis de pe|elküldve"
    r"|从我的|發自|发自我的|iphoneから送信|나의)\b"
    r"|(?:пожалуйста, )?(?:извините|простите)(?: меня)? за краткость"
    r"|(?:proszę )?(?:wybaczyć|wybacz|wybaczcie|przepraszam za) (?:moją )?zwięzłość"
    r"|please excuse my brevity"
    r").{0,160}",
    re.IGNORECASE,
)
_SCANNED = re.compile(
    r"[\s*_>-]{0,6}\[?(?:"
    r"(?:virus-free|без вирусов|проверено на вирусы|woln[ya] od wirusów|nie zawiera wirusów"
    r"|bez wirusów"
    r"|virenfrei|garanti sans virus|libre de virus|privo di virus)[.!:]{0,3}\s{0,3}(?:$|\[|<"
    r"|https?:|www\.)"
    r"|(?:this (?:e-?mail|message)|(?:это|данное) (?:электронное )?(?:сообщение|письмо)|(?:ta"
    r"|niniejsza)"
    r" wiadomość)[^\n]{0,60}(?:checked for viruses|scanned|virus|антивирус|вирус|wirus)"
    r"|(?:https?://)?(?:www\.)?(?:avast|avg)\.(?:com|ru|pl)\b|(?:avast|avg) logo"
    r"|image: (?:avast|avg|width)"
    r").{0,200}",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"[\s*_>-]{0,6}(?:disclaimer|confidentiality (?:notice|note)|legal notice"
    r"|privileged (?:and )?confidential"
    r"|privacy notice|caution: external|уведомление о конфиденциальности|отказ от ответственности"
    r"|klauzula (?:poufności|informacyjna)|informacja o poufności|zastrzeżenie prawne)\b",
    re.IGNORECASE,
)
_CONFIDENTIAL = re.compile(
    r"confidential|privileged|intended recipient|конфиденциальн"
    r"|предназначен\w{0,6} (?:исключительно|только)"
    r"|poufn|wyłącznie (?:do|dla) adresat|vertraulich|confidentiel",
    re.IGNORECASE,
)
_MAIL = re.compile(
    r"e-?mail|message|сообщени|письм|wiadomoś|korespondencj|nachricht|courriel", re.IGNORECASE
)
_PAPER = re.compile(
    r"[\s*_]{0,4}(?:(?:please )?(?:consider|think)[^\n]{0,40} (?:environment|before (?:you )?print)"
    r"|(?:пожалуйста, )?(?:подумайте|берегите|прежде чем)[^\n]{0,40}(?:эколог|природ|распечат"
    r"|печат)"
    r"|(?:zanim|pomyśl)[^\n]{0,40}(?:środowisk|wydruk))",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"[\s*]{0,4}(?:\[(?:cid:[^\[\]\s]{1,200}|image(?:: ?[^\[\]]{0,200})?|quoted text hidden"
    r"|цитируемый текст скрыт|скрытый цитируемый текст|(?:ukryto )?cytowany tekst(?: ukryty)?"
    r"|изображение|obraz)\]|<image\d{1,6}\.\w{3,4}>"
    r"|!\[[^\[\]]{0,100}\]\([^()\s]{0,300}\))[\s*]{0,4}",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"mailing list|listinfo|/mailman|groups\.(?:google|io|yahoo)|google groups"
    r"|рассылк|lista (?:dyskusyjna|mailingowa)|list[ya] (?:dyskusyjn|mailingow)"
    r"|@(?:lists?|groups|listserv)\.|list-unsubscribe|(?:unsubscribe|subscri).{0,200}(?:https?:|@)",
    re.IGNORECASE,
)
_LINK = re.compile(r"[\s<(\[]{0,4}https?://\S{1,400}\s{0,4}")
_LONG = 60


def footer(line: str) -> bool:
    """Whether a line is the advertisement of a phone, a mail program or a virus scanner."""
    text = line[:300].strip()
    return bool(_FOOTER.fullmatch(text) or _SCANNED.fullmatch(text) or _PAPER.match(text))


def placeholder(line: str) -> bool:
    """Whether a line stands for something that is no text: a picture, a quotation folded away."""
    return bool(_PLACEHOLDER.fullmatch(line[:400]))


def link(line: str) -> bool:
    """Whether a line is nothing but a link: beside an advertisement it belongs to it."""
    return bool(_LINK.fullmatch(line[:500]))


def disclaimer(line: str) -> bool:
    """Whether a company's notice begins here; no player writes of confidential messages so."""
    text = line[:600]
    told = len(text) >= _LONG and _CONFIDENTIAL.search(text) and _MAIL.search(text)
    return bool(_DISCLAIMER.match(text) or told)


def of_list(line: str) -> bool:
    """Whether a line speaks of the mailing list that a mail came by."""
    return bool(_LIST.search(line[:300]))
