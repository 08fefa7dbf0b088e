// What people type and what is found by it, in many languages.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "index/query/spellings.h"
#include "index/schema/tokens.h"

namespace wax::index {
namespace {

struct WordPair {
  const char* language;
  const char* written;
  const char* typed;
};

// The folded words; without characters that only end a run, if a query does not
// need them.
std::vector<std::string> words_of(std::string_view text, bool in_query) {
  Tokenizer tokenizer;
  tokenizer.set(text);
  std::vector<std::string> words;
  for (Token token; tokenizer.next(token);) {
    if (!in_query || !token.last) words.push_back(utf8_of(token.text));
  }
  return words;
}

// Whether a page with this text has the words of the query in their order.
bool is_found(const WordPair& pair) {
  const std::vector<std::string> page = words_of(pair.written, false);
  const std::vector<std::string> query = words_of(pair.typed, true);
  return !query.empty() && std::search(page.begin(), page.end(), query.begin(),
                                       query.end()) != page.end();
}

TEST(WordPairs, WhatPeopleExpectToBeOneIsFound) {
  const WordPair pairs[] = {
      {"fr", "élève naïve cœur", "eleve"},
      {"fr", "élève", "élève"},
      {"fr", "cœur", "coeur"},
      {"fr", "coeur", "cœur"},
      {"fr", "l’été", "été"},
      {"fr", "l'été", "ete"},
      {"fr", "aujourd’hui", "aujourd'hui"},
      {"fr", "ŒUVRE", "œuvre"},
      {"de", "Straße", "strasse"},
      {"de", "Strasse", "Straße"},
      {"de", "STRASSE", "straße"},
      {"de", "STRAẞE", "strasse"},
      {"de", "Bücher", "bucher"},
      {"de", "Fuß", "fuss"},
      {"sv", "ångström", "angstrom"},
      {"da", "smørrebrød", "smorrebrod"},
      {"da", "Ærø", "aero"},
      {"no", "blåbær", "blabaer"},
      {"is", "þjóð", "thjod"},
      {"is", "Ísland", "island"},
      {"pl", "żółć", "zolc"},
      {"pl", "Łódź", "lodz"},
      {"cs", "příliš", "prilis"},
      {"sk", "ľúbosť", "lubost"},
      {"hu", "őrült", "orult"},
      {"ro", "ţară", "țară"},
      {"ro", "știință", "stiinta"},
      {"hr", "đak", "dak"},
      {"hr", "džep", "džep"},
      {"tr", "İstanbul", "istanbul"},
      {"tr", "ISPARTA", "ısparta"},
      {"tr", "ışık", "isik"},
      {"tr", "diyarbakır", "DİYARBAKIR"},
      {"tr", "kız", "KIZ"},
      {"vi", "Việt Nam", "viet nam"},
      {"vi", "Việt", "việt"},
      {"vi", "đường", "duong"},
      {"el", "ΆΝΘΡΩΠΟΣ", "άνθρωπος"},
      {"el", "άνθρωπος", "ανθρωπος"},
      {"el", "Οδυσσεύς", "ΟΔΥΣΣΕΥΣ"},
      {"el", "ἄνθρωπος", "άνθρωπος"},
      {"el", "προϊόν", "προιον"},
      {"ru", "ёлка", "елка"},
      {"ru", "ЁЛКА", "ёлка"},
      {"ru", "МОСКВА", "москва"},
      {"uk", "об'єкт", "об’єкт"},
      {"bg", "ѝ", "и"},
      {"sr", "љубав", "ЉУБАВ"},
      {"he", "ש\u05B8\u05C1לו\u05B9ם", "שלום"},
      {"he", "צה״ל", "צה\"ל"},
      {"he", "ב׳", "ב'"},
      {"ar", "ك\u0650ت\u064Eاب\u064C", "كتاب"},
      {"ar", "أحمد", "احمد"},
      {"ar", "مدرسة", "مدرسه"},
      {"ar", "مستشفى", "مستشفي"},
      {"ar", "كـــتاب", "كتاب"},
      {"ar", "٢٠٠٧", "2007"},
      {"ar", "ﻛﺘﺎﺏ", "كتاب"},
      {"fa", "کتاب", "كتاب"},
      {"fa", "می\u200Cروم", "میروم"},
      {"fa", "۱۳۸۶", "1386"},
      {"fa", "خانۀ", "خانه"},
      {"ur", "ہے", "هے"},
      {"ur", "لڑکی", "لڑكي"},
      {"hi", "क\u093Cलम", "कलम"},
      {"hi", "ह\u093F\u0902द\u0940", "ह\u093Fन\u094Dद\u0940"},
      {"hi", "२००७", "2007"},
      {"bn", "২০০৭", "2007"},
      {"bn", "ব\u09BE\u0982ল\u09BE", "ব\u09BE\u0982ল\u09BE"},
      {"bn", "ড\u09BC", "ড\u09BC"},
      {"ta", "தம\u0BBFழ\u0BCD", "தம\u0BBFழ\u0BCD"},
      {"te", "త\u0C46ల\u0C41గ\u0C41", "త\u0C46ల\u0C41గ\u0C41"},
      {"ml", "മലയ\u0D3Eള\u0D02", "മലയ\u0D3Eള\u0D02"},
      {"ml", "അവൻ", "അവന\u0D4D\u200D"},
      {"pa", "ਪ\u0A70ਜ\u0A3Eਬ\u0A40", "ਪ\u0A70ਜ\u0A3Eਬ\u0A40"},
      {"gu", "ગ\u0AC1જર\u0ABEત\u0AC0", "ગ\u0AC1જર\u0ABEત\u0AC0"},
      {"kn", "ಕನ\u0CCDನಡ", "ಕನ\u0CCDನಡ"},
      {"si", "ස\u0DD2\u0D82හල", "ස\u0DD2\u0D82හල"},
      {"si", "ශ\u0DCA\u200Dර\u0DD3", "ශ\u0DCAර\u0DD3"},
      {"th", "น\u0E49ำ", "น\u0E4D\u0E49า"},
      {"th", "ภาษาไทย", "ไทย"},
      {"th", "๒๕๕๐", "2550"},
      {"lo", "ພາສາລາວ", "ລາວ"},
      {"km", "ភ\u17B6ស\u17B6ខ\u17D2ម\u17C2រ", "ខ\u17D2ម\u17C2រ"},
      {"my", "မ\u103Cန\u103Aမ\u102C", "မ\u103Cန\u103Aမ\u102C"},
      {"zh", "圖書館", "图书馆"},
      {"zh", "图书馆", "圖書館"},
      {"zh", "臺灣", "台湾"},
      {"zh", "ＡＢＣ", "abc"},
      {"ja", "カタカナ", "ｶﾀｶﾅ"},
      {"ja", "がぎぐ", "がぎぐ"},
      {"ja", "東京都", "東京"},
      {"ja", "１２３", "123"},
      {"ja", "ﾊﾟﾝ", "パン"},
      {"ja", "國語", "国語"},
      {"ko", "한국어", "한국어"},
      {"ko", "한국", "한국"},
      {"ko", "대한민국은", "대한민국"},
      {"ka", "საქართველო", "ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ"},
      {"hy", "Երևան", "Երեւան"},
      {"hy", "ՀԱՅԱՍՏԱՆ", "հայաստան"},
      {"lt", "ąžuolas", "azuolas"},
      {"lv", "mūžība", "muziba"},
      {"et", "õun", "oun"},
      {"fi", "yö", "yo"},
      {"es", "niño", "nino"},
      {"pt", "ação", "acao"},
      {"ca", "col·lecció", "collecció"},
      {"ca", "coŀlecció", "col·lecció"},
      {"it", "perché", "perche'"},
      {"nl", "ĳsland", "ijsland"},
      {"nl", "coördinatie", "coordinatie"},
      {"eo", "ĉevalo", "cevalo"},
      {"mt", "ħobża", "hobza"},
      {"cy", "tŷ", "ty"},
      {"ga", "Ḃeaṫa", "beata"},
      {"mi", "Māori", "maori"},
      {"haw", "Hawaiʻi", "hawaii"},
      {"sq", "shqipëri", "shqiperi"},
      {"en", "naïve", "naive"},
      {"en", "O’Brien", "O'Brien"},
      {"en", "ﬁnal", "final"},
      {"en", "don't", "don’t"},
      {"en", "x²", "x2"},
      {"en", "AT&T", "at&t"},
      {"en", ".NET framework", ".NET"},
      {"en", "R&D", "r&d"},
      {"en", "Wi‑Fi", "wi-fi"},
      {"en", "soft\u00ADhyphen", "softhyphen"},
      {"en", "zero\u200Bwidth", "width"},
      {"uk", "обʼєкт", "об'єкт"},
      {"uk", "обʼєкт", "об’єкт"},
      {"ru", "Москва\u0301", "москва"},
      {"ja", "か\u3099き\u3099", "がぎ"},
      {"ko", "\u1112\u1161\u11AB\u1100\u116E\u11A8", "한국"},
      {"vi", "Vie\u0323\u0302t", "Việt"},
      {"hi", "ज\u093C", "ज"},
      {"uz", "oʻzbek", "ozbek"},
      {"mk", "сѐ", "се"},
      {"bn", "ৎ", "ত\u09CD\u200D"},
      {"ku", "کوردستان", "كوردستان"},
      {"ja", "ヴァ", "ｳﾞｧ"},
      {"ja", "東京都", "京都"},
      {"zh", "體育", "体育"},
      {"zh", "後面", "后面"},
      {"zh", "龍", "龙"},
      {"ko", "서울에서", "서울"},
  };
  for (const WordPair& pair : pairs) {
    EXPECT_TRUE(is_found(pair))
        << pair.language << ' ' << pair.written << ' ' << pair.typed;
  }
}

// man/wax-query.7 names them.
TEST(WordPairs, OtherWordsStayApart) {
  const WordPair pairs[] = {
      {"de", "Müller", "mueller"},
      {"ru", "йод", "иод"},
      {"uk", "ґанок", "ганок"},
      {"uk", "їжак", "іжак"},
      {"be", "ўзор", "узор"},
      {"ja", "ひらがな", "ヒラガナ"},
      {"ja", "㍿", "株式会社"},
      {"am", "ሰላም", "ሠላም"},
      {"haw", "Hawaiʻi", "hawai'i"},
      {"az", "şəhər", "seher"},
      {"kk", "қазақ", "казак"},
      {"en", "co-operate", "cooperate"},
      {"en", "e-mail", "email"},
      {"en", "O'Brien", "obrien"},
      {"en", "½", "1/2"},
      {"en", "™", "tm"},
      {"en", "J. R. R. Tolkien", "J.R.R. Tolkien"},
      {"uz", "oʻzbek", "o'zbek"},
  };
  for (const WordPair& pair : pairs) {
    EXPECT_FALSE(is_found(pair))
        << pair.language << ' ' << pair.written << ' ' << pair.typed;
  }
}

// By "~de", in either direction.
TEST(WordPairs, SpellingsOfGermanAreOneWhereTheQueryAsks) {
  const WordPair pairs[] = {
      {"de", "Müller", "Mueller"},
      {"de", "Häuser", "Haeuser"},
      {"de", "Goethe", "Göthe"},
      {"de", "Österreich", "OESTERREICH"},
      {"de", "Größe", "Groesse"},
      {"de", "Äußerung", "Aeusserung"},
      {"de", "Übergröße", "Uebergroesse"},
      {"sv", "Malmö", "Malmoe"},
      {"fi", "Jyväskylä", "Jyvaeskylae"},
      {"de", "Hans Müller", "Hans Mueller"},
  };
  auto finds = [](const char* page, const char* query) {
    for (const std::string& one : german_spellings(query)) {
      if (is_found({"de", page, one.c_str()})) return true;
    }
    return false;
  };
  for (const WordPair& pair : pairs) {
    EXPECT_TRUE(finds(pair.written, pair.typed)) << pair.written;
    EXPECT_TRUE(finds(pair.typed, pair.written)) << pair.typed;
    EXPECT_FALSE(is_found(pair)) << pair.written;
  }
  EXPECT_FALSE(finds("nue", "neue"));
  EXPECT_FALSE(finds("Maür", "Mauer"));
  EXPECT_TRUE(finds("Manul", "Manuel"));  // as wax-query(7) says
}

}  // namespace
}  // namespace wax::index
