// What NutchWAX made of an archive is in what is made of it here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "collection/import/import.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

// "[value]" columns separated by tabs.
std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns;
  std::istringstream stream(line);
  for (std::string column; std::getline(stream, column, '\t');) {
    columns.push_back(column.substr(1, column.size() - 2));
  }
  return columns;
}

TEST(ImportConformance, HasTheDocumentsOfNutchWax) {
  auto archive = tests::shared_file("archives/aut__example.arc.gz");
  auto listing = tests::shared_file("cases/nutchwax/arc.docs.tsv");
  if (!archive || !listing) GTEST_SKIP() << tests::kNoShared;

  tests::TempDir home;
  tests::Problems problems;
  SegmentWriter writer(home / "segment", cdx::UrlKeyKind::kLegacy, false);
  ImportOptions options;
  options.identity.url_key = cdx::UrlKeyKind::kLegacy;
  options.rules.types = {"text/*", "application/x-javascript"};
  ImportStats stats;
  {
    Importer importer(options, writer, problems);
    importer.import_archives({{*archive, ""}});
    stats = importer.finish();
  }
  writer.finish(stats.json());
  EXPECT_TRUE(problems.all.empty());

  std::map<std::tuple<std::string, std::string, std::string>,
           document::Document>
      ours;
  SegmentReader reader(home / "segment");
  for (document::Document document; reader.next(document);) {
    ours[{document.url, document.digest, document.date}] = document;
  }
  std::istringstream lines(tests::read_file(*listing));
  size_t theirs = 0;
  for (std::string line; std::getline(lines, line); ++theirs) {
    auto columns = columns_of(line);
    ASSERT_EQ(columns.size(), 6u) << line;
    auto found = ours.find({columns[0], columns[1], columns[2]});
    ASSERT_NE(found, ours.end()) << line;
    const document::Document& document = found->second;
    EXPECT_EQ(document.type, columns[3]) << line;
    EXPECT_EQ(std::to_string(document.length), columns[4]) << line;
    // It takes the first line of a script for its title.
    bool is_script = columns[3] == "application/x-javascript";
    EXPECT_EQ(document.title, is_script ? "" : columns[5]) << line;
    ours.erase(found);
  }
  EXPECT_EQ(theirs, 138u);
  // It had no parser for these.
  for (const auto& [identity, document] : ours) {
    EXPECT_THAT(document.type, testing::AnyOf("text/css", "text/xml"))
        << document.url;
  }
}

}  // namespace
}  // namespace wax::collection
