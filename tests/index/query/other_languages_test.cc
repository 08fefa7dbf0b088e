// What users of other searches type, as docs/QUERIES.md says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "tests/index/query/shown_query.h"
#include "tests/support/paths.h"

namespace wax::index {
namespace {

// The cells of a row of a table in Markdown; nothing for another line.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  if (!line.starts_with("| ")) return cells;
  std::string cell;
  for (size_t i = 2; i < line.size(); ++i) {
    if (line.compare(i, 2, "\\|") == 0) {
      cell += line[++i];
    } else if (line[i] == '|') {
      cells.push_back(cell);
      cell.clear();
      ++i;
    } else {
      cell += line[i];
    }
  }
  return cells;
}

// What is between the first two marks of code.
std::string code_in(const std::string& cell) {
  size_t begin = cell.find('`') + 1;
  return cell.substr(begin, cell.find('`', begin) - begin);
}

// The meaning, with parts of AND and OR in one order; or the message.
std::string meaning_of(const std::string& text) {
  auto sorted = [](auto& self, Query query) -> Query {
    for (Query& part : query.parts) part = self(self, std::move(part));
    std::sort(
        query.parts.begin(), query.parts.end(),
        [](const Query& a, const Query& b) { return shown(a) < shown(b); });
    return query;
  };
  try {
    return shown(sorted(sorted, parse_query(text, kSomeColumns)));
  } catch (const QueryError& error) {
    return "error: " + error.reason();
  }
}

TEST(OtherLanguagesTest, EveryRowMeansWhatTheTableSays) {
  std::ifstream file(tests::source_path("docs/QUERIES.md"));
  size_t rows = 0;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells = cells_of(line);
    if (cells.size() != 3 || cells[0].find('`') == cells[0].npos) continue;
    ++rows;
    std::string typed = code_in(cells[0]);
    std::string same = code_in(cells[2]);
    if (same.starts_with("error: ")) {
      EXPECT_THAT(meaning_of(typed), testing::StartsWith(same)) << typed;
    } else {
      EXPECT_EQ(meaning_of(typed), meaning_of(same)) << typed;
      EXPECT_THAT(meaning_of(typed), testing::Not(testing::StartsWith("error")))
          << typed;
    }
  }
  EXPECT_GE(rows, 60U);
}

}  // namespace
}  // namespace wax::index
