#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "answers/opened/submitted.h"
#include "io/error.h"

namespace wax::answers {
namespace {

std::vector<std::string> lines_posted(const std::string& body, bool json,
                                      bool keys_only = false,
                                      bool skip_bad = false) {
  PostedForm form;
  form.format.json = json;
  form.keys_only = keys_only;
  form.skip_bad = skip_bad;
  io::MemorySource bytes(body);
  PostedLines lines(bytes, form);
  std::vector<std::string> out;
  std::string_view line;
  while (lines.next(line)) out.emplace_back(line);
  EXPECT_EQ(lines.count(), out.size());
  return out;
}

using Lines = std::vector<std::string>;

TEST(PostedLines, MakesTheKeyOfTheUrl) {
  const Lines expected = {
      "org,example)/a 20200101000000 http://www.example.org/a text/html 200 "
      "AAA - - 7 9 f.warc.gz"};
  for (const char* key : {"-", "example.org/a", "org,example,www)/a"}) {
    EXPECT_EQ(lines_posted(std::string(key) +
                               " 20200101000000 http://www.example.org/a "
                               "text/html 200 AAA - - 7 9 f.warc.gz\n",
                           false),
              expected)
        << key;
  }
}

TEST(PostedLines, KeepsTheKeyOfARequestWithABody) {
  EXPECT_EQ(lines_posted("org,example)/?__wb_method=post&a=1 20200101000000 "
                         "http://example.org/ text/html 200 AAA - - 7 9 f\n",
                         false, true),
            Lines{"org,example)/?__wb_method=post&a=1 20200101000000"});
}

TEST(PostedLines, TakesLinesOfSeveralFormsInOneRequest) {
  const Lines found = lines_posted(
      "- 20200101000000 http://a.org/ text/html 200 AAA - - 7 9 f\r\n"
      "\n"
      "- 20200102000000 http://a.org/ text/html 200 AAA - 9 f\n"
      "- 20200103000000 {\"url\": \"http://a.org/\", \"status\": 404}\n"
      " CDX b a s\n"
      "20200104000000 http://a.org/ 200",
      false);
  EXPECT_EQ(found,
            (Lines{"org,a)/ 20200101000000 http://a.org/ text/html 200 AAA - - "
                   "7 9 f",
                   "org,a)/ 20200102000000 http://a.org/ text/html 200 AAA - - "
                   "- 9 f",
                   "org,a)/ 20200103000000 http://a.org/ - 404 - - - - - -",
                   "org,a)/ 20200104000000 http://a.org/ - 200 - - - - - -"}));
}

TEST(PostedLines, KeepFurtherMembersAsCdxj) {
  EXPECT_EQ(lines_posted("- 20200103000000 {\"url\": \"http://a.org/\", "
                         "\"mine\": [1, 2]}\n",
                         true),
            Lines{"org,a)/ 20200103000000 {\"url\": \"http://a.org/\", "
                  "\"mine\": [1, 2]}"});
}

TEST(PostedLines, DatesAreToTheirSecond) {
  const std::string line = "- 20240113055603866 {\"url\": \"http://a.org/\"}\n";
  EXPECT_EQ(lines_posted(line, true),
            Lines{"org,a)/ 20240113055603 {\"url\": \"http://a.org/\"}"});
  EXPECT_EQ(lines_posted(line, true, true), Lines{"org,a)/ 20240113055603"});
}

TEST(PostedLines, RefusesOrSkipsLinesThatAreNoCaptures) {
  const char* bad[] = {
      "no capture",
      "- 2020 http://a.org/ text/html 200 AAA - - 7 9 f",
      "- 2020010100000x http://a.org/ text/html 200 AAA - - 7 9 f",
      "- 20200101000000 - text/html 200 AAA - - 7 9 f",
      "- 20200101000000 http://a.org/ text/html bad-wolf AAA - - 7 9 f",
      "- 20200101000000 http://a.org/ text/html 200 AAA - - x 9 f",
      "- 20200101000000 http://a.org/ text/html 200 AAA - - 7 -9 f",
      "- 20200101000000 {\"url\": \"http://a.org/\"",
      "@alias http://a.org/ http://b.org/",
  };
  const std::string good =
      "- 20200101000000 http://a.org/ text/html 200 AAA - - 7 9 f\n";
  for (const char* line : bad) {
    std::string body = std::string(line) + '\n' + good;
    EXPECT_THROW((void)lines_posted(body, false), UsageError) << line;
    EXPECT_EQ(lines_posted(body, false, false, true).size(), 1U) << line;
  }
}

TEST(PostedLines, RefusesALineThatIsTooLong) {
  EXPECT_THROW((void)lines_posted(std::string(kMostPostedLine + 1, 'a'), false,
                                  false, true),
               UsageError);
}

}  // namespace
}  // namespace wax::answers
