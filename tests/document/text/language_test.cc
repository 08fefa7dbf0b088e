#include "document/text/language.h"

#include <gtest/gtest.h>

#include <random>

#include "document/charset/charset.h"
#include "tests/support/seed.h"

namespace wax::document {
namespace {

struct LanguageCase {
  std::string_view text;
  std::string_view declared;
  std::string_view code;
};

TEST(Language, IsThatOfTheText) {
  const LanguageCase cases[] = {
      {"The castle stands on a hill above the river, and its tower can be seen "
       "from everywhere in the valley.",
       "", "en"},
      {"Das Schloss steht auf einem Hügel über dem Fluss, und sein Turm ist im "
       "ganzen Tal zu sehen.",
       "", "de"},
      {"Le château se dresse sur une colline au-dessus de la rivière, et sa "
       "tour se voit de toute la vallée.",
       "", "fr"},
      {"城は川の上の丘に建っており、その塔は谷のどこからでも見える。", "",
       "ja"},
      {"这座城堡坐落在河边的小山上，它的塔楼在山谷的任何地方都能看到。", "",
       "zh"},
      {"這座城堡坐落在河邊的小山上，它的塔樓在山谷的任何地方都能看到。", "",
       "zh-Hant"},
      {"ปราสาทตั้งอยู่บนเนินเขาเหนือแม่น้ำ และหอคอยของมันมองเห็นได้จากทุกที่ในหุบเขา", "",
       "th"},
      {"Замок стоит на холме над рекой, и его башня видна отовсюду в долине.",
       "", "ru"},
      {"הטירה עומדת על גבעה מעל הנהר", "", "he"},
  };
  for (const LanguageCase& c : cases) {
    Language found = detect_language(c.text, c.declared);
    EXPECT_EQ(found.code, c.code) << c.text;
    EXPECT_GT(found.confidence, 80) << c.text;
    EXPECT_LE(found.confidence, 100) << c.text;
  }
}

TEST(Language, IsFoundInTextOfOldEncodings) {
  // "Замок стоит на холме над рекой, и его башня видна отовсюду в долине."
  const std::string_view page =
      "\xC7\xE0\xEC\xEE\xEA \xF1\xF2\xEE\xE8\xF2 \xED\xE0 "
      "\xF5\xEE\xEB\xEC\xE5 \xED\xE0\xE4 \xF0\xE5\xEA\xEE\xE9, \xE8 "
      "\xE5\xE3\xEE \xE1\xE0\xF8\xED\xFF \xE2\xE8\xE4\xED\xE0 "
      "\xEE\xF2\xEE\xE2\xF1\xFE\xE4\xF3 \xE2 \xE4\xEE\xEB\xE8\xED\xE5.";
  std::string buffer;
  EXPECT_EQ(detect_language(to_utf8(page, "windows-1251", buffer), "").code,
            "ru");
}

TEST(Language, IsNotWhatIsDeclaredWhenTheTextIsAnother) {
  const LanguageCase cases[] = {
      {"Das Schloss steht auf einem Hügel über dem Fluss, und sein Turm ist im "
       "ganzen Tal zu sehen.",
       "en", "de"},
      {"Замок стоит на холме над рекой, и его башня видна отовсюду в долине.",
       "en-US", "ru"},
      {"城は川の上の丘に建っており、その塔は谷のどこからでも見える。", "en",
       "ja"},
  };
  for (const LanguageCase& c : cases) {
    EXPECT_EQ(detect_language(c.text, c.declared).code, c.code) << c.text;
  }
}

TEST(Language, OfShortTextNeedsTheDeclaration) {
  EXPECT_EQ(detect_language("Willkommen zu Hause", "de-AT").code, "de");
  EXPECT_EQ(detect_language("Bienvenue à la maison", "fr").code, "fr");
  EXPECT_EQ(detect_language("ยินดีต้อนรับ", "").code, "th");
  EXPECT_EQ(detect_language("ようこそ", "").code, "ja");
}

TEST(Language, IsUnknownForTextWithoutWords) {
  for (std::string_view text :
       {"", " ", "12345 67-89", "...", "x", "Caf\u00E9go", "%%% $$$"}) {
    EXPECT_EQ(detect_language(text, ""), Language()) << text;
    EXPECT_EQ(detect_language(text, "en"), Language()) << text;
  }
}

TEST(Language, IsTakenFromTheBeginningOfLongTexts) {
  std::string text;
  while (text.size() < kMostLanguageText) {
    text += "Der Turm ist im ganzen Tal zu sehen. ";
  }
  text += text + "The tower can be seen from everywhere.";
  EXPECT_EQ(detect_language(text, "").code, "de");
}

TEST(Language, TakesAnyText) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  for (int i = 0; i < 300; ++i) {
    std::string bytes;
    for (size_t n = random() % 300; n > 0; --n) {
      bytes += static_cast<char>(random());
    }
    std::string buffer;
    Language found = detect_language(to_utf8(bytes, "utf-8", buffer), "xx-YY");
    EXPECT_EQ(found.code.empty(), found.confidence == 0);
  }
}

TEST(LanguageTag, IsWrittenAsInBcp47) {
  struct TagCase {
    std::string_view stated;
    std::string_view tag;
  };
  const TagCase cases[] = {
      {"en", "en"},
      {"EN-us", "en-US"},
      {"en_US", "en-US"},
      {" de-AT , en", "de-AT"},
      {"zh-hant-tw", "zh-Hant-TW"},
      {"sr-Latn", "sr-Latn"},
      {"es-419", "es-419"},
      {"fil", "fil"},
      {"de;q=0.5", "de"},
      {"", ""},
      {"english", ""},
      {"e", ""},
      {"en--US", ""},
      {"*", ""},
      {"${lang}", ""},
      {"12", ""},
  };
  for (const TagCase& c : cases)
    EXPECT_EQ(language_tag(c.stated), c.tag) << c.stated;
}

}  // namespace
}  // namespace wax::document
