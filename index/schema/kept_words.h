// The text of which sums over tables are made (word_tables.h). Changing its
// characters changes all sums, so that all indexes count as made with other
// tables; the words of a language are in the sums of indexes with its stems.
#pragma once

#include <string_view>

namespace wax::index {

// Characters from `first` to `last`, each `step`-th.
struct KeptRange {
  char32_t first;
  char32_t last;
  char32_t step;
};
inline constexpr KeptRange kKeptRanges[] = {
    {0xA0, 0x1FFF, 1},      {0x2000, 0x24FF, 3},     {0x2C00, 0x2DFF, 1},
    {0x3000, 0x31FF, 1},    {0x3400, 0x9FFF, 997},   {0xA000, 0xA63F, 97},
    {0xA640, 0xABFF, 1},    {0xAC00, 0xD7A3, 997},   {0xFB00, 0xFFFD, 3},
    {0x10000, 0x1FFFF, 97}, {0x20000, 0x3FFFF, 9973}};

// Words that dictionaries and syllables cut, and characters with another form
// in traditional Chinese.
inline constexpr std::string_view kKeptTexts[] = {
    "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ"
    "ต่างมีเหตุผลและมโนธรรมและควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ",
    "พิพิธภัณฑ์โรงเรียนมหาวิทยาลัยหนังสือพิมพ์วันนี้อากาศดีมากประเทศไทย"
    "คอมพิวเตอร์อินเทอร์เน็ตข่าวการเมืองเศรษฐกิจกีฬาโทรทัศน์",
    "ມະນຸດເກີດມາມີສິດເສລີພາບແລະສະເໝີໜ້າກັນໃນທາງກຽດຕິສັກແລະທາງສິດ"
    "ດ້ວຍມະນຸດມີສະຕິຈຶ່ງຕ້ອງປະພຶດຕົນຕໍ່ກັນໃນທາງພີ່ນ້ອງ",
    "មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាពក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរ",
    "လူတိုင်းသည်တူညီလွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်မွေးဖွားလာသူများဖြစ်သည်",
    "漢語學習圖書館國際體驗發龍門臺灣歷史檔案網頁 日本語の図書館 도서관에서",
    "STRASSE Straße Ὀδυσσεύς Łódź İstanbul ﬁn ١٢٣ والكتاب שָׁלוֹם col·lecció"};

struct KeptWords {
  std::string_view language;  // as in stems.h
  std::string_view words;
};
inline constexpr KeptWords kKeptWords[] = {
    {"ar", "الكتاب مكتبات والحريات يكتبون المدارس"},
    {"ca", "llibertats biblioteques comunicacions ràpidament escrivint"},
    {"da", "friheder bibliotekerne undersøgelser kommunikation løbende"},
    {"de",
     "häuser freiheiten wissenschaftlich tätigkeiten größe bücher "
     "läufer museen fuenf quelle"},
    {"el", "ελευθερίες βιβλιοθήκες ανθρώπων ερευνών γρήγορα"},
    {"en",
     "running happily national relational generously skis dying news "
     "evening innings communism organization arguments added"},
    {"es", "libertades rápidamente comunicaciones habiéndose bibliotecas"},
    {"eu", "askatasunak liburutegietan gizakiak etxeetatik"},
    {"fi", "vapaudet kirjastoissa ihmisten oikeuksia taloissamme"},
    {"fr",
     "continuellement nationalités libertés majesté chevaux œuvres "
     "amoureuse qualité yeux"},
    {"ga", "saoirsí leabharlanna daoine bhfuil scríbhneoireacht"},
    {"hi", "किताबें पुस्तकालयों लड़कियाँ स्वतंत्रता"},
    {"hu", "szabadságok könyvtárakban emberekkel házakban"},
    {"hy", "ազատություններ գրադարաններում մարդիկ"},
    {"id", "kebebasan perpustakaan membacakan pelajaran"},
    {"it", "libertà rapidamente comunicazioni scrivendolo biblioteche"},
    {"lt", "laisvės bibliotekose žmonių namuose"},
    {"ne", "पुस्तकालयहरू मानिसहरूले घरमा"},
    {"nl",
     "lichamelijk mogelijkheden kinderen huizen vrijheid gelopen "
     "belangrijke"},
    {"no", "friheter bibliotekene undersøkelser hurtigere løper"},
    {"pt", "liberdades rapidamente comunicações bibliotecas corações"},
    {"ro", "libertăților comunicații bibliotecile orașele naționale"},
    {"ru", "свободы библиотеках людей исследования прекрасными ещё"},
    {"sr", "слободе библиотекама људима истраживања"},
    {"sv", "friheter biblioteken undersökningarna hastigt frihetens"},
    {"ta", "நூலகங்கள் மனிதர்கள் வீடுகளில்"},
    {"tr", "özgürlükler kütüphanelerde insanların evlerimizden"},
    {"yi", "ביכער ביבליאָטעקן מענטשן"}};

}  // namespace wax::index
