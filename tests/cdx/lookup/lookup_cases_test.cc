// What CDX servers answer; see tests/support/shared.h. The lines that they were
// asked about are not there, but those in their answers are: a file made of
// these must give each answer again, as no other line may be in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cdx/check/line_checker.h"
#include "cdx/filter/condition.h"
#include "cdx/format/legend.h"
#include "cdx/format/line_converter.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/lookup_blocks.h"
#include "cdx/request/request_encoder.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "lines/json_array.h"
#include "tests/cdx/case_rows.h"
#include "tests/cdx/lookup/case_files.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "text/json_tree.h"

namespace wax::cdx {
namespace {

using boost::property_tree::ptree;
using Lines = std::vector<std::string>;

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
  tests::Problems problems;
  auto found =
      lookup_lines(files, lookup_range(url, options), options, problems);
  Lines lines;
  std::string_view line;
  while (found->next(line)) lines.emplace_back(line);
  EXPECT_TRUE(problems.all.empty());
  return lines;
}

// Id, and why the row does not bind.
const std::map<std::string, std::string> kExceptions = {
    {"pywb_cdxops-016",
     "a field that the file lacks is an error here, as it is for OutbackCDX"},
    {"outbackcdx_api-033",
     "nothing is loaded here, so that there is no way to load all but bad "
     "lines; wax-cdx-check names them"}};

TEST(LookupCases, AreThoseOfPywb) {
  auto ops = tests::shared_file("cases/cdxserver_pywb_ops.jsonl");
  auto zipnum = tests::shared_file("cases/cdxserver_pywb_zipnum.jsonl");
  if (!ops || !zipnum) GTEST_SKIP() << tests::kNoShared;
  std::vector<ptree> rows = read_rows(*ops);
  for (ptree& row : read_rows(*zipnum)) rows.push_back(row);
  auto lines = lines_of_sources(rows);
  size_t tried = 0;
  for (const ptree& row : rows) {
    auto id = row.get<std::string>("id");
    const ptree& query = row.get_child("query");
    if (query.get<bool>("showPagedIndex", false)) continue;
    ++tried;
    tests::TempDir folder;
    std::string file = folder.write("a.cdx", joined(lines[source_of(row)]));
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
TEST(LookupCases, ReadTheBlocksThatPywbReads) {
  auto cases = tests::shared_file("cases/cdxserver_pywb_zipnum.jsonl");
  if (!cases) GTEST_SKIP() << tests::kNoShared;
  std::vector<ptree> rows = read_rows(*cases);
  std::string index = block_index(rows);
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

Lines found_in(const tests::TempDir& folder, const std::set<std::string>& lines,
               const std::string& url, const LookupOptions& options) {
  Lines dates;
  for (const std::string& line :
       answer(folder.write("a.cdx", joined(lines)), url, options)) {
    dates.emplace_back(field(line, 1));
  }
  return dates;
}

// The key of a line is "-": the server makes it of the URL.
Lines queried(const ptree& row) {
  std::set<std::string> lines;
  for (const std::string& line : texts(row.get_child("cdx"))) {
    lines.insert(url_key(UrlKeyKind::kSurt, field(line, 2)) + line.substr(1));
  }
  tests::TempDir folder;
  return found_in(folder, lines, row.get<std::string>("query.url"),
                  options_of(row.get_child("query")));
}

Lines collapsed(const ptree& row, bool to_last) {
  std::set<std::string> lines;
  std::string url;
  for (const auto& [name, capture] : row.get_child("captures")) {
    url = capture.get<std::string>("original");
    lines.insert(url_key(UrlKeyKind::kSurt, url) + ' ' +
                 capture.get<std::string>("timestamp") + ' ' + url +
                 " text/html 200 AAA - - 1 2 a.gz");
  }
  LookupOptions options;
  (to_last ? options.collapse_last : options.collapse) =
      row.get<std::string>("spec");
  tests::TempDir folder;
  return found_in(folder, lines, url, options);
}

void check_filter(const ptree& row, const std::string& id) {
  auto condition = Condition::parse_filter(row.get<std::string>("spec"),
                                           FilterRules::kOutback);
  if (row.get_child("expected").empty()) {
    EXPECT_EQ(condition.holds(row.get<std::string>("value")),
              row.get<bool>("expected"))
        << id;
  } else {
    // LineFields refuses a name that no CDX has.
    EXPECT_EQ(field_name(condition.field()).letter, '\0') << id;
  }
}

std::string request_key(const ptree& row) {
  std::string url;
  append_request_url(row.get<std::string>("url"),
                     row.get<std::string>("method"),
                     row.get<std::string>("requestBody"), url);
  return url_key(UrlKeyKind::kSurt, url);
}

// What the server writes of a line, to which `json` has more keys.
std::string output_of(const nlohmann::ordered_json& row) {
  ConvertOptions options;
  options.json = true;
  auto line = row["input_line"].get<std::string>();
  LineConverter to_json(options);
  LineFormat format{false, {std::string(kCdx9), ' '}};
  to_json.begin(format);
  std::string read;
  EXPECT_EQ(to_json.convert(line, read), LineConverter::Result::kDone);
  size_t brace = read.find('{');
  auto object = text::parse_ordered_json(read.substr(brace));
  if (row.contains("extra")) object.update(row["extra"]);
  options.dialect = CdxjDialect::kOutbackCdx;
  options.whole_object = row["output"] == "jsondict";
  LineConverter converter(options);
  format.json = true;
  converter.begin(format);
  std::string written;
  EXPECT_EQ(converter.convert(read.substr(0, brace) + text::json_text(object),
                              written),
            LineConverter::Result::kDone);
  if (!options.whole_object) return written;
  auto array = lines::json_array(lines::lines_of(written));
  std::string text;
  std::string_view shown;
  while (array->next(shown)) text += shown;
  return text;
}

// Whether what a server would load has no fault.
bool can_be_loaded(const ptree& row) {
  tests::TempDir folder;
  tests::Problems problems;
  LineChecker checker({}, problems);
  std::string text;
  for (const std::string& line : texts(row.get_child("cdx"))) {
    text += line + '\n';
  }
  checker.check(folder.write("a.cdx", text));
  auto findings = checker.findings();
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& f) { return f.id == "status"; });
}

TEST(LookupCases, AreThoseOfOutbackCdx) {
  auto cases = tests::shared_file("cases/cdxserver_outbackcdx_api.jsonl");
  if (!cases) GTEST_SKIP() << tests::kNoShared;
  std::ifstream file(*cases);
  size_t tried = 0;
  std::vector<ptree> rows = read_rows(*cases);
  for (const ptree& row : rows) {
    std::string text;
    std::getline(file, text);
    auto kind = row.get<std::string>("kind");
    auto id = row.get<std::string>("id");
    if (kExceptions.contains(id)) continue;
    ++tried;
    if (kind == "query") {
      EXPECT_EQ(queried(row), texts(row.get_child("expected_timestamps")))
          << id;
    } else if (kind == "collapseToFirst" || kind == "collapseToLast") {
      EXPECT_EQ(collapsed(row, kind == "collapseToLast"),
                texts(row.get_child("expected_timestamps")))
          << id;
    } else if (kind == "filter") {
      check_filter(row, id);
    } else if (kind == "urlkey") {
      EXPECT_EQ(request_key(row), row.get<std::string>("expected")) << id;
    } else if (kind == "output") {
      EXPECT_EQ(output_of(text::parse_ordered_json(text)),
                row.get<std::string>("expected"))
          << id;
    } else if (kind == "load") {
      EXPECT_EQ(can_be_loaded(row),
                row.get<std::string>("expected.http_status") == "200")
          << id;
    } else {
      ADD_FAILURE() << id << ": no test runs cases of the kind " << kind;
    }
  }
  EXPECT_EQ(tried + 1, rows.size()) << "one of them is an exception";
}

}  // namespace
}  // namespace wax::cdx
