#include "serve/words/catalogue.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace wax::serve {
namespace {

TEST(Catalogue, HasTranslationsAndFormsByTheirEnglishText) {
  const Catalogue found = parse_catalogue(
      "msgid \"\"\nmsgstr \"Language: de\\n\"\n\n"
      "# a note\n#: page.html\nmsgid \"a \\\"b\\\"\"\nmsgstr \"ein \"\n"
      "\"\\\"B\\\"\"\n\n"
      "msgid \"%n% hit\"\nmsgid_plural \"%n% hits\"\n"
      "msgstr[0] \"%n% Treffer\"\nmsgstr[1] \"%n% die Treffer\"\n");
  const Catalogue wanted = {{"a \"b\"", {"ein \"B\""}},
                            {"%n% hit", {"%n% Treffer", "%n% die Treffer"}}};
  EXPECT_EQ(found, wanted);
}

TEST(Catalogue, LeavesOutWhatIsNotTranslatedYet) {
  EXPECT_TRUE(parse_catalogue("msgid \"a\"\nmsgstr \"\"\n\n"
                              "#, fuzzy\nmsgid \"b\"\nmsgstr \"B\"\n")
                  .empty());
  // The mark is for one entry.
  EXPECT_EQ(parse_catalogue("#, fuzzy\nmsgid \"b\"\nmsgstr \"B\"\n"
                            "msgid \"c\"\nmsgstr \"C\"\n")
                .size(),
            1U);
}

TEST(Catalogue, AnythingElseIsAnErrorOfTheProgram) {
  for (const char* text : {"msgid", "msgid \"a", "other \"a\"\n", "\"a\"\n"}) {
    EXPECT_THROW((void)parse_catalogue(text), std::logic_error) << text;
  }
}

}  // namespace
}  // namespace wax::serve
