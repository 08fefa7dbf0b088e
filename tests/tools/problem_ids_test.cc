// man/wax-problems.7 lists every word under which a problem is reported, and no
// other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "tests/support/paths.h"
#include "tests/support/rooms.h"
#include "tests/support/temp_dir.h"
#include "text/ascii.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

std::set<std::string> listed_ids() {
  std::set<std::string> ids;
  std::string page = read_file(source_path("man/wax-problems.7"));
  const std::regex item("\n\\.It Sy ([a-z0-9]+(-[a-z0-9]+)+)");
  for (std::sregex_iterator it(page.begin(), page.end(), item), end; it != end;
       ++it) {
    ids.insert((*it)[1]);
  }
  return ids;
}

bool reports_something(const std::string& statement) {
  for (const char* sign : {"Severity::k", "id = ", "id =\n", "warn(",
                           "report_bad(", "kNoTextWords"}) {
    for (size_t at = statement.find(sign); at != statement.npos;
         at = statement.find(sign, at + 1)) {
      const char before = at == 0 ? ' ' : statement[at - 1];
      if (!text::is_alphanumeric(before) && before != '_') return true;
    }
  }
  return false;
}

// Words in quotes in statements that report something, or say why a document
// has no text.
std::set<std::string> ids_in(const std::string& source) {
  std::set<std::string> ids;
  const std::regex word("(with_format\\()?\"([a-z0-9]+(-[a-z0-9]+)+)\"");
  for (size_t begin = 0; begin < source.size();) {
    size_t end = std::min(source.find(';', begin), source.size());
    std::string statement = source.substr(begin, end - begin);
    begin = end + 1;
    if (!reports_something(statement)) continue;
    for (std::sregex_iterator it(statement.begin(), statement.end(), word),
         last;
         it != last; ++it) {
      std::string id = (*it)[2];
      if ((*it)[1].matched) {  // with_format("x") is "arc-x" or "warc-x"
        ids.insert("arc-" + id);
        id.insert(0, "warc-");
      }
      ids.insert(id);
    }
  }
  return ids;
}

std::set<std::string> reported_ids() {
  std::set<std::string> ids;
  for (const auto& [room, rules] : rooms()) {
    if (room == "python") continue;
    for (const auto& entry :
         fs::recursive_directory_iterator(source_path(room))) {
      if (entry.path().extension() != ".cc") continue;
      ids.merge(ids_in(read_file(entry.path().string())));
    }
  }
  return ids;
}

TEST(ProblemIds, AreThoseOfTheManPage) {
  std::set<std::string> listed = listed_ids();
  std::set<std::string> reported = reported_ids();
  ASSERT_GT(reported.size(), 10u);
  for (const std::string& id : reported) {
    EXPECT_TRUE(listed.contains(id)) << id << " is not in man/wax-problems.7";
  }
  for (const std::string& id : listed) {
    EXPECT_TRUE(reported.contains(id)) << id << " is listed, but not reported";
  }
}

TEST(ProblemIds, AreFoundInStatementsThatReport) {
  EXPECT_THAT(
      ids_in("f(\"no-id\"); report(Severity::kLost, with_format(\"a-b\"));\n"
             "report({Severity::kNote,\n a ? \"c-d\" : \"e-f\", \"Text-x\"});"),
      testing::ElementsAre("arc-a-b", "c-d", "e-f", "warc-a-b"));
}

}  // namespace
}  // namespace wax::tests
