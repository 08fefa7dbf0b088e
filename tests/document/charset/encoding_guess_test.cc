#include "document/charset/encoding_guess.h"

#include <gtest/gtest.h>
#include <unicode/unistr.h>

#include <string>

namespace wax::document {
namespace {

std::string encoded(std::string_view text, const char* icu_name) {
  const auto wide = icu::UnicodeString::fromUTF8(
      {text.data(), static_cast<int32_t>(text.size())});
  std::string bytes(text.size() * 4 + 16, '\0');
  bytes.resize(static_cast<size_t>(
      wide.extract(0, wide.length(), bytes.data(),
                   static_cast<uint32_t>(bytes.size()), icu_name)));
  return bytes;
}

TEST(EncodingGuess, SentencesAreInTheEncodingOfTheirLanguage) {
  const struct {
    std::string_view text;
    std::string_view encoding;
  } cases[] = {
      {"นกกระสาบินข้ามแม่น้ำตอนเช้าตรู่ทุกวัน", "windows-874"},
      {"Gandrai kiekvieną rytą skrenda virš upės, kur žvejai meta tinklus į "
       "šaltą vandenį, o vaikai žiūri į juos iš tolo.",
       "windows-1257"},
      {"Stārķi katru rītu lido pāri upei, kur zvejnieki met tīklus aukstajā "
       "ūdenī, bet bērni skatās no tālienes.",
       "windows-1257"},
      {"Rode svako jutro lete preko rijeke gdje ribari bacaju mreže u "
       "hladnu vodu, a djeca šute i čekaju doručak.",
       "windows-1250"},
      {"Štorklje vsako jutro letijo čez reko, kjer ribiči mečejo mreže v "
       "mrzlo vodo, otroci pa jih gledajo.",
       "iso-8859-2"},
      {"Bociany każdego ranka przelatują nad rzeką, gdzie rybacy zarzucają "
       "sieci w zimną wodę, a dzieci śpią jeszcze.",
       "iso-8859-2"},
      {"Gólyák szállnak minden reggel a folyó fölött, ahol a halászok "
       "hálót vetnek a hűvös vízbe, és őrzik a kikötőt.",
       "windows-1250"},
      {"În fiecare dimineaţă berzele zboară peste râu, unde pescarii îşi "
       "aruncă plasele în apă şi copiii aşteaptă.",
       "windows-1250"},
      {"Каждое утро аисты летят над рекой, где рыбаки бросают сети.", "ibm866"},
      {"Каждое утро аисты летят над рекой, где рыбаки бросают сети.",
       "iso-8859-5"},
      {"Щоранку лелеки летять над річкою, де рибалки закидають сіті, а їхні "
       "діти ще сплять.",
       "koi8-u"},
      {"Leylekler her sabah balıkçıların ağ attığı soğuk ırmağın üzerinden "
       "uçuyor, çocuklar da şaşırarak bakıyor.",
       "windows-1254"},
      {"Οι πελαργοί πετούν κάθε πρωί πάνω από το ποτάμι.", "windows-1253"},
      {"החסידות עפות בכל בוקר מעל הנהר ליד הכפר.", "windows-1255"},
      {"تطير اللقالق كل صباح فوق النهر قرب القرية الصغيرة.", "windows-1256"},
      {"コウノトリは毎朝、漁師が網を打つ川の上を飛びます。", "euc-jp"},
      {"コウノトリは毎朝、漁師が網を打つ川の上を飛びます。", "shift_jis"},
      {"황새들은 매일 아침 강 위로 날아갑니다.", "euc-kr"},
      {"每天早晨鹳鸟都飞过渔民撒网的河流。", "gb18030"},
      {"每天早晨鸛鳥都飛過漁民撒網的河流。", "big5"},
      {"Jeden Morgen fliegen Störche über den Fluss, in dem Fischer früh "
       "ihre Netze auswerfen.",
       "windows-1252"},
      {"Ogni mattina le cicogne volano più in là, perché c'è il fiume.",
       "windows-1252"},
      {"Á hverjum morgni fljúga storkar yfir ána þar sem menn veiða.",
       "windows-1252"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(
        guessed_encoding(encoded(c.text, std::string(c.encoding).c_str()), {}),
        c.encoding)
        << c.text;
  }
}

TEST(EncodingGuess, HintsDecideAboutFewLetters) {
  // "Łódź" and "£ódŸ", one of which is a word.
  const std::string city = encoded("\u0141\u00F3d\u017A", "windows-1250");
  EXPECT_EQ(guessed_encoding(city, {{{"windows-1250", 20}}, {"pl"}}),
            "windows-1250");
  EXPECT_EQ(guessed_encoding("\xAAtiri \xBAi \xFE"
                             "ar\xE3",
                             {{{"iso-8859-16", 20}}, {"ro"}}),
            "iso-8859-16");
  EXPECT_EQ(guessed_encoding("caf\xE9", {}), "windows-1252");
}

TEST(EncodingGuess, SignsAreNoLettersOfAnotherScript) {
  EXPECT_EQ(guessed_encoding("\x93Start\x94 \x95 \xAB"
                             "Enter\xBB it\x92s",
                             {}),
            "windows-1252");
}

}  // namespace
}  // namespace wax::document
