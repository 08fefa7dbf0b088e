// The dates that NutchWAX's add-dates gave the documents of pywb's sample
// archives, from the lists that its tools made of their CDX.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "cdx/format/list_lines.h"
#include "cdx/url/url_key.h"
#include "index/store/index_reader.h"
#include "index/upkeep/date_index.h"
#include "index/writer/index_writer.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

using Dates = std::set<std::string>;

struct Row {
  std::string urlkey;
  std::string digest;
  Dates dates;  // as NutchWAX had them: of any order, some twice
};

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// "[url]\t[digest]\t[date, date]"
std::vector<Row> rows_of(const std::string& text) {
  std::vector<Row> rows;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string url, digest, dates;
    std::getline(cells, url, '\t');
    std::getline(cells, digest, '\t');
    std::getline(cells, dates, '\t');
    Row row;
    row.urlkey =
        cdx::url_key(cdx::UrlKeyKind::kLegacy, url.substr(1, url.size() - 2));
    row.digest = digest.substr(1, digest.size() - 2);
    std::replace_if(
        dates.begin(), dates.end(), [](char c) { return c < '0' || c > '9'; },
        ' ');
    std::istringstream words(dates);
    for (std::string date; words >> date;) row.dates.insert(date);
    rows.push_back(std::move(row));
  }
  return rows;
}

// Dates that a list has for a document.
Dates listed(const std::string& list, const Row& row) {
  Dates dates;
  auto lines = lines::lines_of(list);
  std::string_view line;
  while (lines->next(line)) {
    cdx::DatedVersion version;
    if (cdx::parse_dated_version(line, version) &&
        version.urlkey == row.urlkey &&
        warc::normal_digest(version.digest) ==
            warc::normal_digest(row.digest)) {
      dates.emplace(version.date);
    }
  }
  return dates;
}

TEST(NutchwaxDates, ListsGiveDocumentsTheSameDates) {
  auto folder = tests::shared_file("cases/nutchwax");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  std::vector<Row> rows = rows_of(text_of(*folder + "/pywb.add-dates.tsv"));
  std::string list =
      text_of(*folder + "/pywb.dup") + text_of(*folder + "/pywb.revisits");
  ASSERT_EQ(rows.size(), 23U);

  // A document comes with the one date that no list has: its first capture's.
  tests::TempDir temp;
  IndexWriter writer(temp / "main", {});
  for (const Row& row : rows) {
    Dates known = listed(list, row);
    std::vector<std::string> first;
    std::set_difference(row.dates.begin(), row.dates.end(), known.begin(),
                        known.end(), std::back_inserter(first));
    ASSERT_EQ(first.size(), 1U) << row.urlkey;
    writer.add(
        {{"urlkey", row.urlkey}, {"digest", row.digest}, {"date", first[0]}});
  }
  writer.finish();

  tests::Problems problems;
  build_date_index(temp / "main", {temp / "main"}, temp / "dates",
                   lines::lines_of(list), "lists", {}, problems);
  IndexReader reader = IndexReader::open({temp / "dates"});
  for (uint64_t n = 0; n < rows.size(); ++n) {
    StoredDocument document;
    reader.document(n, {"date"}, document);
    std::vector<std::string> dates;
    for (const auto& [name, value] : document) dates.push_back(value);
    EXPECT_EQ(dates, std::vector<std::string>(rows[n].dates.begin(),
                                              rows[n].dates.end()))
        << rows[n].urlkey;
  }
}

}  // namespace
}  // namespace wax::index
