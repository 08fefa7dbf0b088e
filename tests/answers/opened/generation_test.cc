#include "answers/opened/generation.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "collection/access/access_rules.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

using tests::TempDir;

std::string capture_of(const std::string& host) {
  return "com," + host + ")/ 20010101000000 http://" + host +
         ".com/ text/html 200 A - 1 a\n";
}

TEST(Generation, FilesOfARequestServeTheNextOne) {
  TempDir folder;
  Generation generation;
  generation.cdx = {folder.write("a.cdx", capture_of("example"))};
  Searchables files = open_cdx(generation);
  ASSERT_EQ(files.size(), 1U);
  Searchables others = open_cdx(generation);
  EXPECT_NE(others[0].get(), files[0].get());
  const cdx::Searchable* first = files[0].get();
  generation.idle.give(std::move(files));
  const Generation copy = generation;
  EXPECT_NE(open_cdx(copy)[0].get(), first);
  EXPECT_EQ(open_cdx(generation)[0].get(), first);
}

std::string seen(Searchables files) {
  std::string text;
  for (auto& file : files) {
    auto lines = file->lines({"com,", "com-"});
    for (std::string_view line; lines->next(line);) {
      text.append(line.substr(0, line.find(' '))).append(" ");
    }
  }
  return text;
}

TEST(Generation, RulesDecideWhichCapturesEachListHas) {
  TempDir folder;
  std::string lines;
  for (const char* host : {"blocked", "hidden", "shown", "unlisted"}) {
    lines += capture_of(host);
  }
  Generation generation;
  generation.cdx = {folder.write("a.cdx", lines)};
  auto rules = std::make_shared<collection::AccessRules>("20260531");
  rules->add_lines(
      "block host blocked.com\nhide host hidden.com\n"
      "exclude-from-search host unlisted.com\n",
      "access");
  restrict_generation(rules, generation);
  EXPECT_EQ(generation.access, rules);
  EXPECT_EQ(generation.reader, nullptr);
  EXPECT_EQ(seen(open_cdx(generation)), "com,shown)/ com,unlisted)/ ");
  EXPECT_EQ(seen(open_listed_cdx(generation)), "com,shown)/ ");
  EXPECT_EQ(seen(open_whole_cdx(generation)),
            "com,blocked)/ com,shown)/ com,unlisted)/ ");

  restrict_generation(std::make_shared<collection::AccessRules>("20260531"),
                      generation);
  EXPECT_EQ(generation.access, nullptr);
  EXPECT_EQ(left_of(nullptr, {}, generation), nullptr);
}

}  // namespace
}  // namespace wax::answers
