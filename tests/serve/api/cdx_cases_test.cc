// What CDX servers answer over HTTP; see tests/support/shared.h.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cdx/format/line_converter.h"
#include "cdx/url/url_key.h"
#include "tests/cdx/case_rows.h"
#include "tests/cdx/lookup/case_files.h"
#include "tests/serve/served_site.h"
#include "tests/support/shared.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

using cdx::CaseRow;
using cdx::texts;
using tests::HttpAnswer;
using Lines = std::vector<std::string>;

// The row's query as parameters behind "?".
std::string parameters_of(const CaseRow& query) {
  std::string out;
  for (const auto& [name, value] : query) {
    if (name == "sources") continue;
    if (value.empty()) {
      out += parameter(name, value.data());
    } else {
      for (const std::string& text : texts(value)) out += parameter(name, text);
    }
  }
  return out.substr(1);
}

TEST(CdxCases, AreThoseOfPywb) {
  auto ops = tests::shared_file("cases/cdxserver_pywb_ops.jsonl");
  auto zipnum = tests::shared_file("cases/cdxserver_pywb_zipnum.jsonl");
  if (!ops || !zipnum) GTEST_SKIP() << tests::kNoShared;
  std::vector<CaseRow> rows = cdx::read_rows(*ops);
  for (CaseRow& row : cdx::read_rows(*zipnum)) rows.push_back(row);
  tests::TempDir folder;
  std::vector<std::pair<std::string, answers::CollectionFiles>> collections;
  std::map<std::string, std::string> names;
  for (const auto& [source, lines] : cdx::lines_of_sources(rows)) {
    std::string name = "c" + std::to_string(names.size());
    names[source] = name;
    collections.push_back(
        {name, {"", {folder.write(name + ".cdx", cdx::joined(lines))}}});
  }
  collections.push_back(
      {"index", {"", {folder.write("a.idx", cdx::block_index(rows))}}});
  // The blocks themselves are not there, so that its lines cannot be read.
  ServedSite site(std::move(collections));
  size_t tried = 0;
  for (const CaseRow& row : rows) {
    auto id = row.get<std::string>("id");
    const CaseRow& query = row.get_child("query");
    bool blocks = query.get<bool>("showPagedIndex", false);
    HttpAnswer answer =
        site.get('/' + (blocks ? "index" : names[cdx::source_of(row)]) +
                 "/cdx?" + parameters_of(query));
    ++tried;
    // A field that the file lacks is an error here, as it is for OutbackCDX.
    if (id == "pywb_cdxops-016") {
      EXPECT_EQ(answer.status, 400) << id;
      continue;
    }
    EXPECT_EQ(answer.status, 200) << id << answer.body;
    Lines expected = texts(row.get_child("expected"));
    Lines found = lines_of_body(answer.body);
    if (blocks) {
      for (std::string& line : expected) line = cdx::block_of(line);
      for (std::string& line : found) line = cdx::block_of(line);
    }
    EXPECT_EQ(found, expected) << id;
  }
  EXPECT_EQ(tried, rows.size());
}

Lines dates_found(const std::set<std::string>& lines,
                  const std::string& query) {
  ServedSite site(cdx::joined(lines));
  HttpAnswer answer = site.get("/c?fl=timestamp&" + query);
  EXPECT_EQ(answer.status, 200) << answer.body;
  return lines_of_body(answer.body);
}

// The key of a line is "-": the server makes it of the URL.
std::string with_key(const std::string& line) {
  return cdx::url_key(cdx::UrlKeyKind::kSurt, cdx::field(line, 2)) +
         line.substr(1);
}

void check_query(const CaseRow& row, const std::string& id) {
  std::set<std::string> lines;
  for (const std::string& line : texts(row.get_child("cdx"))) {
    lines.insert(with_key(line));
  }
  EXPECT_EQ(dates_found(lines, parameters_of(row.get_child("query"))),
            texts(row.get_child("expected_timestamps")))
      << id;
}

void check_collapse(const CaseRow& row, const std::string& id) {
  std::set<std::string> lines;
  std::string url;
  for (const auto& [name, capture] : row.get_child("captures")) {
    url = capture.get<std::string>("original");
    lines.insert(cdx::url_key(cdx::UrlKeyKind::kSurt, url) + ' ' +
                 capture.get<std::string>("timestamp") + ' ' + url +
                 " text/html 200 AAA - - 1 2 a.gz");
  }
  EXPECT_EQ(dates_found(lines, "url=" + answers::url_part(url) +
                                   parameter(row.get<std::string>("kind"),
                                             row.get<std::string>("spec"))),
            texts(row.get_child("expected_timestamps")))
      << id;
}

void check_filter(const CaseRow& row, const std::string& id) {
  auto value = row.get<std::string>("value", "x");
  auto field = row.get<std::string>("field", "");
  ServedSite site(
      "com,example)/ 20200101000000 http://example.com/ text/html " +
      (field == "status" ? value : "200") + " AAA - - 1 2 " +
      (field == "filename" ? value : "a.gz") + '\n');
  HttpAnswer answer = site.get(
      "/c?url=example.com" + parameter("filter", row.get<std::string>("spec")));
  if (row.get_child("expected").empty()) {
    EXPECT_EQ(!answer.body.empty(), row.get<bool>("expected")) << id;
  } else {
    EXPECT_EQ(answer.status, 400) << id;
  }
}

void check_request_key(const CaseRow& row, const std::string& id) {
  ServedSite site(row.get<std::string>("expected") +
                  " 20200101000000 http://example.org/ text/html 200 AAA - - "
                  "1 2 a.gz\n");
  HttpAnswer answer =
      site.get("/c?url=" + answers::url_part(row.get<std::string>("url")) +
               parameter("method", row.get<std::string>("method")) +
               parameter("requestBody", row.get<std::string>("requestBody")));
  EXPECT_EQ(lines_of_body(answer.body).size(), 1U) << id;
}

void check_output(const nlohmann::ordered_json& row, const std::string& id) {
  cdx::ConvertOptions options;
  options.json = true;
  cdx::LineConverter to_json(options);
  to_json.begin({false, {std::string(cdx::kCdx9), ' '}});
  std::string line;
  ASSERT_EQ(
      to_json.convert(with_key(row["input_line"].get<std::string>()), line),
      cdx::LineConverter::Result::kDone);
  size_t brace = line.find('{');
  auto object = text::parse_ordered_json(line.substr(brace));
  if (row.contains("extra")) object.update(row["extra"]);
  ServedSite site(line.substr(0, brace) + text::json_text(object) + '\n');
  HttpAnswer answer = site.get("/c?url=http://example.org/&output=" +
                               row["output"].get<std::string>());
  EXPECT_EQ(answer.body, row["expected"].get<std::string>() + '\n') << id;
}

TEST(CdxCases, AreThoseOfOutbackCdx) {
  auto cases = tests::shared_file("cases/cdxserver_outbackcdx_api.jsonl");
  if (!cases) GTEST_SKIP() << tests::kNoShared;
  std::ifstream file(*cases);
  size_t tried = 0;
  std::vector<CaseRow> rows = cdx::read_rows(*cases);
  for (const CaseRow& row : rows) {
    std::string text;
    std::getline(file, text);
    auto kind = row.get<std::string>("kind");
    auto id = row.get<std::string>("id");
    ++tried;
    if (kind == "query") {
      check_query(row, id);
    } else if (kind == "collapseToFirst" || kind == "collapseToLast") {
      check_collapse(row, id);
    } else if (kind == "filter") {
      check_filter(row, id);
    } else if (kind == "urlkey") {
      check_request_key(row, id);
    } else if (kind == "output") {
      check_output(text::parse_ordered_json(text), id);
    } else {
      --tried;
      EXPECT_EQ(kind, "load") << id;  // write_routes_test.cc
    }
  }
  EXPECT_EQ(tried + 2, rows.size());
}

}  // namespace
}  // namespace wax::serve
