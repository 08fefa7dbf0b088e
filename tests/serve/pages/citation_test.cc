#include "serve/pages/citation.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::serve {
namespace {

CitedCapture example() {
  return {"Grey herons & co.",
          "A. Writer",
          "2006-03-01",
          "http://www.example.org/a?b=1",
          "20070531203500",
          "The archive",
          "https://archive.example/view/20070531203500/http://www.example.org/"
          "a?b=1"};
}

TEST(Citation, HasFourStyles) {
  const auto all = citations(example());
  ASSERT_EQ(all.size(), 4U);
  const std::string copy = example().copy;
  EXPECT_EQ(all[0].text,
            "A. Writer. (2006). Grey herons & co. www.example.org. Archived "
            "May 31, 2007, in The archive: " +
                copy);
  EXPECT_EQ(all[1].text,
            "A. Writer. \u201CGrey herons & co.\u201D www.example.org, "
            "2006-03-01, http://www.example.org/a?b=1. The archive. Archived "
            "31 May 2007, " +
                copy + '.');
  EXPECT_EQ(all[2].text,
            "A. Writer. \u201CGrey herons & co.\u201D www.example.org. "
            "2006-03-01. Archived May 31, 2007, at The archive. " +
                copy + '.');
  EXPECT_EQ(all[3].text,
            "A. Writer. Grey herons & co. [online]. www.example.org, "
            "2006-03-01 [Archivfassung vom 2007-05-31 20:35:00 UTC, The "
            "archive]. Verfügbar unter: " +
                copy + " (Original: http://www.example.org/a?b=1)");
}

TEST(Citation, LeavesOutWhatIsNotKnown) {
  CitedCapture cited = example();
  cited.author.clear();
  cited.published.clear();
  cited.title.clear();
  const auto all = citations(cited);
  EXPECT_EQ(all[0].text.substr(0, 38),
            "http://www.example.org/a?b=1. (n.d.). ");
  EXPECT_NE(all[3].text.find(", o. D. ["), std::string::npos);
  EXPECT_EQ(bibtex(cited).find("author"), std::string::npos);
  EXPECT_EQ(ris(cited).find("AU  -"), std::string::npos);
}

TEST(Citation, FilesHaveNoMarksOfTheirFormatInTexts) {
  CitedCapture cited = example();
  cited.title = "50 % of $x_1 {a}\\b\r\nER  - \n#";
  cited.url = "http://a.org/{x} y";
  EXPECT_EQ(bibtex(cited),
            "@misc{aorg20070531203500,\n"
            "  title = {{50 \\% of \\$x\\_1 \\{a\\}\\textbackslash{}b ER - "
            "\\#}},\n"
            "  author = {{A. Writer}},\n"
            "  year = {2006},\n"
            "  url = {https://archive.example/view/20070531203500/"
            "http://www.example.org/a?b=1},\n"
            "  urldate = {2007-05-31},\n"
            "  howpublished = {\\url{http://a.org/%7Bx%7D%20y}},\n"
            "  note = {Archived 2007-05-31T20:35:00Z in The archive},\n"
            "}\n");
  EXPECT_EQ(ris(cited),
            "TY  - ELEC\r\nTI  - 50 % of $x_1 {a}\\b ER - #\r\n"
            "AU  - A. Writer\r\nPY  - 2006\r\nUR  - " +
                cited.copy +
                "\r\nY2  - 2007/05/31\r\nDB  - The archive\r\n"
                "N1  - Archived 2007-05-31T20:35:00Z; original: "
                "http://a.org/{x} y\r\nER  - \r\n");
  EXPECT_EQ(pwid("archive.example", "20070531203500", "http://a.org/"),
            "urn:pwid:archive.example:2007-05-31T20:35:00Z:page:http://a.org/");
}

}  // namespace
}  // namespace wax::serve
