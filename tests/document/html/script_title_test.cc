#include "document/html/script_title.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>

#include "tests/support/seed.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

TEST(ScriptTitle, IsAStringThatIsAssigned) {
  const std::pair<const char*, const char*> cases[] = {
      {"document.title = \"A title\";", "A title"},
      {"x(); document.title='B'", "B"},
      {"window.document.title =\n`C`\n", "C"},
      {"if (document.title == \"x\") document.title=\"D\"}", "D"},
      {"document.title = 'It\\'s \\u00e9\\x41\\u{1F426}\\n.'",
       "It's \xC3\xA9"
       "A\xF0\x9F\x90\xA6 ."},
      {"document.title='\\ud83d\\udc26'", "\xF0\x9F\x90\xA6"},
      {"document.title='\\ud83d'", "\xEF\xBF\xBD"},
      {"document.title = 'a' + b; document.title = 'E';", "E"}};
  for (const auto& [script, title] : cases) {
    EXPECT_EQ(script_title(script), title) << script;
  }
}

TEST(ScriptTitle, IsNothingElse) {
  for (const char* script :
       {"", "document.title", "document.title =", "document.title = x;",
        "document.title = 'a' + x;", "document.title = 'a'.trim();",
        "document.title = 'a", "document.title = 'a\nb';",
        "document.title = `a ${x}`;", "document.titles = 'a';",
        "document.title = '\\", "document.title = '';"}) {
    EXPECT_EQ(script_title(script), "") << script;
  }
}

TEST(ScriptTitle, OfAnyBytesIsWellFormed) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  const std::string_view letters = "\\\\ux{}'\"0dD8cC;a ";
  for (int round = 0; round < 20'000; ++round) {
    std::string script = "document.title='";
    for (size_t i = random() % 20; i > 0; --i) {
      script += letters[random() % letters.size()];
    }
    std::string title = script_title(script + "';");
    EXPECT_EQ(text::utf8_prefix(title), title.size()) << script;
  }
}

}  // namespace
}  // namespace wax::document
