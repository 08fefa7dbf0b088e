"""Pages in many scripts, as a WARC file."""

# Language, title, text. Words come again in other forms, with and without
# accents and articles, in other letters and digits.
PAGES = [
    ("ar", "القلعة القديمة فوق النهر",
     "بنى الأمير القلعة القديمة سنة ١٢٠٤ فوق النهر. والقلعة اليوم متحف، وفي المتحف "
     "كتاب عن تاريخها. الكتاب كُتِبَ بخط اليد، وللكتاب نسخة في المكتبة. كتب الأمير "
     "رسالة إلى أخيه، والرسالة في الكتاب. للنهر جسر، وبالجسر يعبر الناس إلى السوق."),
    ("fa", "قلعه کهنه کنار رود",
     "قلعه کهنه در سال ۱۲۰۴ کنار رود ساخته شد. کتاب کوچکی درباره قلعه نوشته‌اند که "
     "در کتابخانه است. می‌خواهیم آن را بخوانیم. رود از کوه می‌آید و پل چوبی دارد."),
    ("he", "הטירה הישנה על הנהר",
     "הטירה הישנה עומדת על הנהר משנת 1204. בַּסֵּפֶר הישן כתוב על הטירה, והספר "
     "נמצא בספרייה. הנהר זורם מן ההר אל הים."),
    ("hi", "नदी पर पुराना किला",
     "नदी के ऊपर पुराना किला सन् १२०४ में बना। किले की किताब पुस्तकालय में है। "
     "किताबें हिन्दी में लिखी हैं। नदियों के किनारे पुराने किले हैं।"),
    ("el", "Το παλιό κάστρο",
     "Το παλιό κάστρο χτίστηκε πάνω από τον ποταμό. Τα κάστρα της κοιλάδας είναι "
     "έξι. Ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος ἦν πρὸς τὸν ποταμόν. Ο ΠΟΤΑΜΟΣ είναι "
     "βαθύς."),
    ("ru", "Старый замок над рекой",
     "Старый замок построен над рекой в 1204 году. Ещё стоит башня, а в замке музей. "
     "Йод и ёлка, ельник и мой дом. Замки́ на дверях, за́мки над реками. Её книга "
     "лежит в библиотеке."),
    ("uk", "Старий замок над річкою",
     "Старий замок стоїть над річкою. Їжак живе біля замку, ґрунт тут м'який. "
     "Книга про замок є в бібліотеці, і її читають."),
    ("tr", "Nehir üstündeki eski kale",
     "Eski kale ırmağın üstünde duruyor. IRMAK derin, İstanbul uzak. Kalede müze "
     "var, müzede kitaplar. Kitabı okuyan çocuklar köprüden geçti."),
    ("vi", "Lâu đài cũ bên sông",
     "Lâu đài cũ nằm bên sông. Sách về lâu đài ở trong thư viện. Đường đến lâu đài "
     "đi qua cầu gỗ. Người đọc sách đã đến từ Đà Nẵng."),
    ("pl", "Stary zamek nad rzeką",
     "Stary zamek nad rzeką zbudowano w Łodzi. Źdźbło trawy, żółty liść i łódź na "
     "rzece. W zamku są książki, a książka o zamku leży w bibliotece."),
    ("de", "Die alte Burg am Fluß",
     "Die alte Burg steht am Fluß, die Straße führt über die Brücke. STRASSE und "
     "Straße sind eins, Grüße aus Köln. Bücher über Burgen stehen in der "
     "Bücherei; ein Buch über die Burg liegt im Museum."),
    ("fr", "Le vieux château",
     "Le vieux château domine la rivière. L’été, les élèves lisent un livre sur le "
     "château ; à Noël, la cour est vide. Cœur, œuvre et naïveté. C'était l'hiver, "
     "aujourd'hui c’est l’été. Des coopératives vendent des livres."),
    ("es", "El castillo viejo",
     "El castillo viejo está sobre el río. El niño lee un libro del castillo; los "
     "niños leen libros en la biblioteca. ¿Dónde está el año de 1204? ¡Mañana!"),
    ("zh", "河上的古堡",
     "古堡建于1204年，在河上。古堡里有博物馆，博物馆里有书。書在圖書館。北京大学和"
     "大学北门。河水很深。"),
    ("ja", "川の上の古い城",
     "古い城は川の上に立っています。城の本は図書館にあります。コンピューターと"
     "ｺﾝﾋﾟｭｰﾀｰ。がぎぐげご、は\u3099。一九二〇年と１９２０年。人々は城へ行く。"),
    ("ko", "강 위의 오래된 성",
     "오래된 성은 강 위에 있다. 성에 관한 책은 도서관에 있다. 책을 읽는 사람들이 "
     "다리를 건넌다. 성과 강, 강과 성."),
    ("en", "The old castle's river",
     "The old castle stands above the river. Its co\u00ADoperative runs a "
     "museum; runners run, running waters ran. E-mail castle@river.example or "
     "phone 555-0123; it's 12:30 o'clock. R&D, C++, x86_64, v1.2.3. Café, cafe and "
     "CAFÉ; naïve, fa\u00E7ade, facade. 𝐁𝐨𝐥𝐝 𝒄𝒂𝒔𝒕𝒍𝒆, ﬁne ﬂour, ½ ounce, 3² feet, "
     "№ 5, Ⅷ. 😀 castle 🏰 river. ＦＵＬＬ ｗｉｄｔｈ １２３. " + "long" * 30 +
     " castle castle castle river river."),
]
HEAD = """<ul><li><a href="/a">{menu} one</a></li><li><a href="/b">{menu}
two</a></li><li><a href="/c">{menu} three</a></li></ul>"""


def html(language, title, text):
    menu = title.split()[0]
    sentences = text.replace("。", "。\n").replace(". ", ".\n").split("\n")
    paragraphs = "".join(f"<p>{' '.join(sentences)} {one}</p>"
                         for one in sentences[:3])
    return (f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8">'
            f"<title>{title}</title>"
            f'<meta name="description" content="{sentences[0]}">'
            f"</head><body><nav>{HEAD.format(menu=menu)}</nav><main><h1>{title}"
            f"</h1>{paragraphs}</main><footer>{title} {menu} 2008</footer></body>"
            "</html>")


def record(kind, url, date, block, content_type):
    head = (f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n"
            f"WARC-Date: {date}\r\nContent-Type: {content_type}\r\n"
            f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-"
            f"{abs(hash_of(url + date)):012d}>\r\n"
            f"Content-Length: {len(block)}\r\n\r\n")
    return head.encode() + block + b"\r\n\r\n"


def hash_of(text):
    value = 0
    for byte in text.encode():
        value = (value * 31 + byte) % 10**12
    return value


def warc():
    out = b""
    for n, (language, title, text) in enumerate(PAGES):
        for year in (2007, 2008):  # the second capture is of the same version
            body = html(language, title, text).encode()
            head = (f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8"
                    f"\r\nContent-Length: {len(body)}\r\n\r\n").encode()
            out += record("response", f"http://www.scripts.example/{language}/"
                          f"castle-{n}.html", f"{year}-0{1 + n % 9}-1{n % 9}"
                          f"T12:00:{n:02}Z", head + body,
                          "application/http; msgtype=response")
        plain = f"{text} {title}".encode()
        out += record("resource", f"http://plain.scripts.example/{n}.txt",
                      f"2009-0{1 + n % 9}-20T08:00:{n:02}Z", plain, "text/plain")
    out += record("resource", "metadata://scripts.example/notes",
                  "2009-01-01T00:00:00Z", b"castle river notes of the crawler",
                  "text/plain")
    return out
