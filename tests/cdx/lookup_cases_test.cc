// What CDX servers answer; see support/shared.h. The lines that they were asked
// about are not there, but those in their answers are: a file made of these
// must give each answer again, as no other line may be in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cdx/legend.h"
#include "cdx/lookup.h"
#include "cdx/url/url_key.h"
#include "tests/cdx/case_rows.h"
#include "tests/cdx/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

using boost::property_tree::ptree;
using Lines = std::vector<std::string>;

Lines texts(const ptree& array) {
  Lines lines;
  for (const auto& [name, value] : array) lines.push_back(value.data());
  return lines;
}

size_t count_fields(const std::string& line) {
  return 1 + static_cast<size_t>(std::count(line.begin(), line.end(), ' '));
}

// A line of a resolved revisit, as it was.
std::string unresolved(const std::string& line) {
  Lines fields;
  std::istringstream words(line);
  for (std::string word; words >> word;) fields.push_back(word);
  if (fields.size() == 14 && fields[11] != "-") {
    fields[3] = "warc/revisit";
    fields[4] = "-";
  }
  std::string text;
  for (size_t i = 0; i < 11; ++i) {
    text += (i == 0 ? "" : " ") + fields[i];
  }
  return text;
}

LookupOptions options_of(const ptree& query) {
  LookupOptions options;
  options.match = match_type(query.get<std::string>("matchType", ""));
  options.limit = query.get<uint64_t>("limit", 0);
  options.reverse = query.get<bool>("reverse", false);
  options.resolve_revisits = query.get<bool>("resolveRevisits", false);
  options.closest = query.get<std::string>("closest", "");
  options.from = query.get<std::string>("from_ts", "");
  options.to = query.get<std::string>("to", "");
  options.collapse_time = query.get<uint64_t>("collapseTime", 0);
  options.omit_self_redirects = query.get<bool>("omitSelfRedirects", false);
  if (auto filter = query.get_child_optional("filter")) {
    options.filters = filter->empty() ? Lines{filter->data()} : texts(*filter);
  }
  return options;
}

Lines answer(const std::string& file, std::string url,
             const LookupOptions& options) {
  std::vector<std::unique_ptr<Searchable>> files;
  files.push_back(open_searchable(file));
  test::Problems problems;
  auto found =
      lookup_lines(files, lookup_range(url, options), options, problems);
  Lines lines;
  std::string_view line;
  while (found->next(line)) lines.emplace_back(line);
  EXPECT_TRUE(problems.all.empty());
  return lines;
}

std::string joined(const std::set<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// Id, and why the row does not bind.
const std::map<std::string, std::string> kExceptions = {
    {"pywb_cdxops-016",
     "a field that the file lacks is an error here, as it is for OutbackCDX"}};

TEST(LookupCases, AreThoseOfPywb) {
  auto ops = tests::shared_file("cases/cdxserver_pywb_ops.jsonl");
  auto zipnum = tests::shared_file("cases/cdxserver_pywb_zipnum.jsonl");
  if (!ops || !zipnum) GTEST_SKIP() << tests::kNoShared;
  std::vector<ptree> rows = read_rows(*ops);
  for (ptree& row : read_rows(*zipnum)) rows.push_back(row);
  auto source = [](const ptree& row) {
    return row.get<std::string>("tool") +
           row.get<std::string>("query.sources", "");
  };
  std::map<std::string, std::set<std::string>> lines;
  for (const ptree& row : rows) {
    if (row.get<bool>("query.showPagedIndex", false)) continue;
    for (const std::string& line : texts(row.get_child("expected"))) {
      if (count_fields(line) < 11) continue;
      lines[source(row)].insert(unresolved(line));
    }
  }
  size_t tried = 0;
  for (const ptree& row : rows) {
    auto id = row.get<std::string>("id");
    const ptree& query = row.get_child("query");
    if (query.get<bool>("showPagedIndex", false)) continue;
    ++tried;
    tests::TempDir folder;
    std::string file = folder.write("a.cdx", joined(lines[source(row)]));
    auto url = query.get<std::string>("url");
    LookupOptions options = options_of(query);
    if (kExceptions.contains(id)) {
      EXPECT_THROW((void)answer(file, url, options), UsageError) << id;
      continue;
    }
    Lines found = answer(file, url, options);
    if (query.get<std::string>("fields", "") == "timestamp") {
      for (std::string& line : found) line = field(line, 1);
    }
    EXPECT_EQ(found, texts(row.get_child("expected"))) << id;
  }
  EXPECT_GT(tried, 20U);
}

// The blocks of a ZipNum, of which the same holds.
TEST(LookupCases, LookAtTheBlocksOfPywb) {
  auto cases = tests::shared_file("cases/cdxserver_pywb_zipnum.jsonl");
  if (!cases) GTEST_SKIP() << tests::kNoShared;
  // By its number, as that of a line of text with tabs.
  std::map<uint64_t, std::string> blocks;
  auto block_of = [](const std::string& shown) {
    std::string key = shown;
    std::string rest;
    if (shown.starts_with('{')) {
      ptree json;
      std::istringstream text(shown);
      boost::property_tree::read_json(text, json);
      return json.get<std::string>("urlkey") + '\t' +
             json.get<std::string>("part") + '\t' +
             json.get<std::string>("offset") + '\t' +
             json.get<std::string>("length") + '\t' +
             json.get<std::string>("lineno");
    }
    for (size_t at; (at = key.find("    ")) != key.npos;) {
      key.replace(at, 4, "\t");
    }
    return key;
  };
  auto number_of = [](const std::string& block) {
    return std::stoull(block.substr(block.rfind('\t') + 1));
  };
  std::vector<ptree> rows = read_rows(*cases);
  for (const ptree& row : rows) {
    if (!row.get<bool>("query.showPagedIndex", false)) continue;
    for (const std::string& shown : texts(row.get_child("expected"))) {
      std::string block = block_of(shown);
      blocks[number_of(block)] = block;
    }
  }
  ASSERT_FALSE(blocks.empty());
  ASSERT_EQ(blocks.begin()->first, 1U);
  // No answer has those between; they have the key of the one before and more.
  std::string index;
  uint64_t next = 1;
  for (const auto& [number, block] : blocks) {
    for (; next < number; ++next) {
      const std::string& before = std::prev(blocks.find(number))->second;
      index += before.substr(0, before.find('\t')) + "0" +
               std::to_string(100 + next) + "\tzipnum\t0\t0\t" +
               std::to_string(next) + '\n';
    }
    next = number + 1;
    index += block + '\n';
  }
  tests::TempDir folder;
  std::vector<std::unique_ptr<Searchable>> files;
  files.push_back(open_searchable(folder.write("a.idx", index)));
  for (const ptree& row : rows) {
    const ptree& query = row.get_child("query");
    if (!query.get<bool>("showPagedIndex", false)) continue;
    SearchRange range =
        lookup_range(query.get<std::string>("url"), options_of(query));
    LookupOptions options;
    options.page_blocks = query.get<uint64_t>("pageSize", 0);
    options.page = query.get<uint64_t>("page", 0);
    Lines found = all_lines(*lookup_blocks(files, range, options));
    Lines expected;
    for (const std::string& shown : texts(row.get_child("expected"))) {
      expected.push_back(block_of(shown));
    }
    EXPECT_EQ(found, expected) << row.get<std::string>("id");
  }
}

TEST(LookupCases, AreThoseOfOutbackCdx) {
  auto cases = tests::shared_file("cases/cdxserver_outbackcdx_api.jsonl");
  if (!cases) GTEST_SKIP() << tests::kNoShared;
  size_t tried = 0;
  for (const ptree& row : read_rows(*cases)) {
    auto kind = row.get<std::string>("kind");
    auto id = row.get<std::string>("id");
    std::set<std::string> lines;
    LookupOptions options;
    std::string url;
    if (kind == "query") {
      // The key of a line is "-": the server makes it of the URL.
      for (const std::string& line : texts(row.get_child("cdx"))) {
        lines.insert(url_key(UrlKeyKind::kSurt, field(line, 2)) +
                     line.substr(1));
      }
      options = options_of(row.get_child("query"));
      url = row.get<std::string>("query.url");
    } else if (kind == "collapseToFirst" || kind == "collapseToLast") {
      for (const auto& [name, capture] : row.get_child("captures")) {
        url = capture.get<std::string>("original");
        lines.insert(url_key(UrlKeyKind::kSurt, url) + ' ' +
                     capture.get<std::string>("timestamp") + ' ' + url +
                     " text/html 200 AAA - - 1 2 a.gz");
      }
      (kind == "collapseToFirst" ? options.collapse : options.collapse_last) =
          row.get<std::string>("spec");
    } else {
      continue;
    }
    ++tried;
    tests::TempDir folder;
    Lines dates;
    for (const std::string& line :
         answer(folder.write("a.cdx", joined(lines)), url, options)) {
      dates.emplace_back(field(line, 1));
    }
    EXPECT_EQ(dates, texts(row.get_child("expected_timestamps"))) << id;
  }
  EXPECT_EQ(tried, 4U);
}

}  // namespace
}  // namespace wax::cdx
