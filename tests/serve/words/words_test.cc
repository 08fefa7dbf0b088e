#include "serve/words/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "answers/requests/parameter_table.h"
#include "serve/templates/templates.h"
#include "serve/words/catalogue.h"
#include "serve/words/catalogues.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

std::set<std::string> words_of_templates() {
  std::set<std::string> all;
  const std::regex marked("\\{\\{_([^}]+)\\}\\}");
  for (const TemplateFile& file : template_files()) {
    const std::string text(file.text);
    for (auto at = std::sregex_iterator(text.begin(), text.end(), marked);
         at != std::sregex_iterator(); ++at) {
      all.insert((*at)[1]);
    }
  }
  return all;
}

std::multiset<std::string> values_in(const std::string& text) {
  std::multiset<std::string> values;
  const std::regex value("%[^%]+%");
  for (auto at = std::sregex_iterator(text.begin(), text.end(), value);
       at != std::sregex_iterator(); ++at) {
    values.insert(at->str());
  }
  return values;
}

TEST(Words, AllCataloguesHaveAllWords) {
  std::set<std::string> wanted = words_of_templates();
  ASSERT_GT(wanted.size(), 100U);
  for (const answers::Parameter* parameter : answers::all_parameters()) {
    if (!parameter->label.empty()) wanted.emplace(parameter->label);
  }
  const Catalogue first = parse_catalogue(catalogue_files().front().text);
  for (const auto& [english, forms] : first) wanted.insert(english);
  for (const CatalogueFile& file : catalogue_files()) {
    const Catalogue texts = parse_catalogue(file.text);
    for (const std::string& english : wanted) {
      EXPECT_TRUE(texts.contains(english)) << file.tag << ": " << english;
    }
    EXPECT_EQ(texts.size(), wanted.size()) << file.tag;
  }
}

// Forms for one or two may say the number in words.
TEST(Words, TranslationsHaveTheSameValues) {
  for (const CatalogueFile& file : catalogue_files()) {
    for (const auto& [english, forms] : parse_catalogue(file.text)) {
      const auto wanted = values_in(english);
      EXPECT_EQ(values_in(forms.back()), wanted) << file.tag << ": " << english;
      for (const std::string& form : forms) {
        for (const std::string& value : values_in(form)) {
          EXPECT_TRUE(wanted.contains(value)) << file.tag << ": " << form;
        }
      }
    }
  }
}

// Every word that a reader may see is marked: what stands between tags, and in
// the attributes that are read out or shown.
TEST(Words, TemplatesHaveNoOtherWords) {
  // Letters that are the same in all languages.
  const std::set<std::string> names = {"HTTP", "JSON", "UTC",
                                       "WARC", "WACZ", "URL", "BibTeX", "RIS"};
  const std::regex code("<(code|kbd|pre)[^>]*>[^<]*</[a-z]+>");
  const std::regex tags("\\{\\{[^}]*\\}\\}|<[^>]*>|&[a-z]+;");
  const std::regex word("[A-Za-z]{2,}");
  const std::regex attribute(
      "(aria-label|title|placeholder|alt)=\"([^\"{]*[A-Za-z]{2,}[^\"{]*)\"");
  for (const TemplateFile& file : template_files()) {
    if (file.name == "api") continue;  // for programmers, in English
    std::string text(file.text);
    text = std::regex_replace(text, std::regex("\\{\\{[^}]*\\}\\}"), "");
    std::smatch found;
    if (std::regex_search(text, found, attribute)) {
      EXPECT_EQ(found[2], "http://") << file.name;
    }
    text = std::regex_replace(text, code, "");
    text = std::regex_replace(text, tags, "");
    for (auto at = std::sregex_iterator(text.begin(), text.end(), word);
         at != std::sregex_iterator(); ++at) {
      EXPECT_TRUE(names.contains(at->str())) << file.name << ": " << at->str();
    }
  }
}

// What the code of pages looks up as a literal.
TEST(Words, CataloguesHaveTheWordsOfTheCode) {
  const Catalogue texts = parse_catalogue(catalogue_files().front().text);
  const std::regex joined("\"\\s*\\n\\s*\"");
  const std::regex looked_up(
      "(?:words|words_|words_of\\([^()]*\\))(?:\\.|->)(?:of|with|counted)\\("
      "(?:[^\"();]*, *)?\\s*\"([^\"]+)\"");
  int seen = 0;
  const std::filesystem::path pages =
      std::filesystem::path(tests::source_path("serve/pages"));
  for (const auto& entry : std::filesystem::directory_iterator(pages)) {
    if (entry.path().extension() != ".cc") continue;
    const std::string code =
        std::regex_replace(tests::read_file(entry.path().string()), joined, "");
    for (auto at = std::sregex_iterator(code.begin(), code.end(), looked_up);
         at != std::sregex_iterator(); ++at) {
      ++seen;
      EXPECT_TRUE(texts.contains((*at)[1].str()))
          << entry.path() << ": " << (*at)[1];
    }
  }
  EXPECT_GT(seen, 30);
}

TEST(Words, NumbersDatesAndFormsAreThoseOfTheLanguage) {
  struct Row {
    const char* tag;
    const char* many;
    const char* one;
    const char* day;
    const char* month;
    const char* german;
  };
  for (const Row& row :
       std::vector<Row>{{"en", "1,234,567 captures", "1 capture", "5 Nov 2006",
                         "November", "German"},
                        {"de", "1.234.567 Aufnahmen", "1 Aufnahme",
                         "5. Nov. 2006", "November", "Deutsch"},
                        {"es", "1.234.567 capturas", "1 captura", "5 nov 2006",
                         "noviembre", "alemán"}}) {
    const Words* words = find_words(row.tag);
    ASSERT_NE(words, nullptr) << row.tag;
    EXPECT_EQ(words->counted(1234567, "%n% capture", "%n% captures"), row.many);
    EXPECT_EQ(words->counted(1, "%n% capture", "%n% captures"), row.one);
    EXPECT_EQ(words->day("20061105100001"), row.day);
    EXPECT_EQ(words->month(11, false), row.month);
    EXPECT_EQ(words->language("de"), row.german);
  }
  const Words& french = *find_words("fr");
  EXPECT_EQ(french.counted(0, "%n% capture", "%n% captures"), "0 capture");
  const Words& arabic = *find_words("ar");
  EXPECT_TRUE(arabic.is_right_to_left());
  std::set<std::string> forms;
  for (uint64_t number : {0, 1, 2, 3, 11, 100}) {
    forms.insert(arabic.counted(number, "%n% capture", "%n% captures"));
  }
  EXPECT_EQ(forms.size(), 6U);
  EXPECT_EQ(arabic.counted(2, "%n% capture", "%n% captures"), "لقطتان");
}

TEST(Words, AreThoseThatTheBrowserPrefers) {
  struct Row {
    const char* accepted;
    const char* tag;
  };
  for (const Row& row : std::vector<Row>{{"", "en"},
                                         {"de", "de"},
                                         {"de-AT,de;q=0.9,en;q=0.8", "de"},
                                         {"nl, fr;q=0.4, es;q=0.5", "es"},
                                         {"AR-eg", "ar"},
                                         {"xx, *", "en"},
                                         {"de;q=0, fr;q=0.1", "fr"},
                                         {"de;q=x", "en"},
                                         {",;,q=1", "en"}}) {
    EXPECT_EQ(preferred_words(row.accepted).tag(), row.tag) << row.accepted;
  }
  EXPECT_EQ(preferred_words("nl", "fr").tag(), "fr");
  EXPECT_EQ(preferred_words("nl", "nl").tag(), "en");
}

}  // namespace
}  // namespace wax::serve
