#include "answers/opened/site.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

TEST(Site, HasTextsInLanguagesAndALogo) {
  tests::TempDir folder;
  (void)folder.write("l.svg", "<svg/>");
  const std::string path = folder.write(
      "site",
      "\xEF\xBB\xBF# a note\n\ntitle: The archive\r\ntitle[de] : Das Archiv\n"
      "contact: a@example.org\nlogo: l.svg\ncolor: #14557A\n");
  const Site site = read_site(path);
  EXPECT_EQ(site.text("title", "de"), "Das Archiv");
  EXPECT_EQ(site.text("title", "fr"), "The archive");
  EXPECT_EQ(site.text("contact", "de"), "a@example.org");
  EXPECT_EQ(site.text("imprint", "de"), "");
  EXPECT_EQ(site.logo, "<svg/>");
  EXPECT_EQ(site.logo_type, "image/svg+xml");
}

TEST(Site, ATextIsInTheLanguageOfTheSiteWhereItLacksOthers) {
  tests::TempDir folder;
  const Site site = read_site(folder.write(
      "site",
      "title[de]: Das Archiv\ntitle[fr]: Archives\nimprint[es]: Aviso\n"
      "taken-away[de]: Entfernt.\ntaken-away[en]: Removed.\nlanguage: fr\n"));
  EXPECT_EQ(site.text("title", "de"), "Das Archiv");
  EXPECT_EQ(site.text("title", "ar"), "Archives");
  EXPECT_EQ(site.text("imprint", "de"), "Aviso");
  EXPECT_EQ(site.text("taken-away", "en"), "Removed.");
  EXPECT_EQ(site.taken_away(), "Entfernt.");
  EXPECT_EQ(site.text("contact", "de"), "");
  EXPECT_EQ(Site().taken_away(), "");
}

TEST(Site, ALineThatSaysNothingIsNamed) {
  tests::TempDir folder;
  for (const char* line :
       {"no colon", "titel: x", "title:", "color: red", "color: #12345g",
        "logo: l.exe", "title]: x", "title[de-DE]: x", "color[de]: #123456",
        "language: German"}) {
    const std::string path =
        folder.write("site", "title: x\n" + std::string(line) + "\n");
    try {
      (void)read_site(path);
      ADD_FAILURE() << line;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(", line 2: "), std::string::npos)
          << error.what();
    }
  }
  EXPECT_THROW((void)read_site(folder.write("site", "logo: none.svg\n")),
               IoError);
  EXPECT_THROW((void)read_site(folder / "missing"), IoError);
}

}  // namespace
}  // namespace wax::answers
