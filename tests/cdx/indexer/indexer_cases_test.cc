// What other systems' indexers print for their archives; see
// tests/support/shared.h. Where this one differs, the row's id stands below
// with the reason, and docs/decisions/cdx/profiles.md says more.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "cdx/indexer/index_stream.h"
#include "cdx/profile/profile.h"
#include "cdx/request/request_encoder.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "lines/sort.h"
#include "tests/cdx/case_rows.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;
using boost::property_tree::ptree;
// Id, and why the row does not bind.
using Exceptions = std::map<std::string, std::string>;

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

// Text, or {"hex": ...} for bytes.
std::string bytes_of(const ptree& value) {
  auto hex = value.get_optional<std::string>("hex");
  return hex ? from_hex(*hex) : value.data();
}

std::string from_latin1(const std::string& utf8) {
  std::string bytes;
  for (size_t i = 0; i < utf8.size(); ++i) {
    auto lead = static_cast<unsigned char>(utf8[i]);
    if (lead < 0x80) {
      bytes += utf8[i];
    } else {
      auto next = static_cast<unsigned char>(utf8[++i]);
      bytes += static_cast<char>((lead << 6) | (next & 0x3f));
    }
  }
  return bytes;
}

// The archive of a row under the name it had, in `directory`.
ArchiveInput place_input(const ptree& input, const tests::TempDir& directory) {
  if (auto text = input.get_optional<std::string>("inline_latin1")) {
    auto name = input.get<std::string>("as_filename");
    return {directory.write(name, from_latin1(*text)), name};
  }
  auto archive =
      tests::shared_file("archives/" + input.get<std::string>("archive"));
  EXPECT_TRUE(archive) << input.get<std::string>("archive");
  return {archive.value_or(""),
          fs::path(input.get<std::string>("path")).filename().string()};
}

struct Setting {
  IndexStreamOptions options;
  bool sort = false;
  bool header = true;
};

// Lines, and the problems' ids behind them.
struct Output {
  std::vector<std::string> lines;
  std::vector<std::string> problems;
};

Output index(std::vector<ArchiveInput> inputs, const Setting& run) {
  Output output;
  tests::Problems problems;
  IndexReport report;
  auto stream =
      index_archives(std::move(inputs), run.options, problems, report);
  if (run.sort) stream = lines::sort_lines(std::move(stream));
  if (run.header && !run.options.cdxj) {
    output.lines.push_back(run.options.legend.header());
  }
  std::string_view line;
  while (stream->next(line)) output.lines.emplace_back(line);
  output.problems = problems.ids();
  return output;
}

// A CDXJ line as its key, its date and its sorted fields.
std::string parsed(const std::string& line,
                   const std::set<std::string>& without = {}) {
  size_t brace = line.find('{');
  if (brace == std::string::npos) return line;
  std::istringstream text(line.substr(brace));
  ptree json;
  boost::property_tree::read_json(text, json);
  std::map<std::string, std::string> fields;
  for (const auto& [key, value] : json) {
    if (without.count(key) == 0) fields[key] = value.data();
  }
  std::string out = line.substr(0, brace);
  for (const auto& [key, value] : fields) out += key + "=" + value + "\n";
  return out;
}

std::vector<std::string> parsed(std::vector<std::string> lines,
                                const std::set<std::string>& without = {}) {
  for (std::string& line : lines) line = parsed(line, without);
  return lines;
}

std::vector<std::string> expected_lines(const ptree& row) {
  std::vector<std::string> lines;
  for (const auto& [key, value] : row.get_child("expected")) {
    lines.push_back(bytes_of(value));
  }
  return lines;
}

using Check = std::function<void(const ptree& row, const std::string& id)>;

void check_rows(const std::string& name, const Exceptions& exceptions,
                const Check& check) {
  auto path = tests::shared_file("cases/" + name);
  if (!path) GTEST_SKIP() << tests::kNoShared;
  std::vector<ptree> rows = read_rows(*path);
  ASSERT_FALSE(rows.empty());
  for (const ptree& row : rows) {
    auto id = row.get<std::string>("id");
    SCOPED_TRACE(id);
    if (auto found = exceptions.find(id); found != exceptions.end()) {
      GTEST_LOG_(INFO) << id << " differs: " << found->second;
      continue;
    }
    check(row, id);
  }
}

TEST(IndexerCases, Pywb) {
  check_rows("pywb_indexer.jsonl", {}, [](const ptree& row, auto&) {
    auto option = [&](const char* name) {
      return row.get(std::string("options.") + name, false);
    };
    Setting run;
    IndexOptions& index_options = run.options.index;
    index_options.selection.all = option("include_all");
    index_options.post_append = option("append_post");
    index_options.minimal = option("minimal");
    index_options.verify_http = option("verify_http");
    run.options.cdxj = option("cdxj");
    run.sort = option("sort");
    tests::TempDir directory;
    ArchiveInput input = place_input(row.get_child("input"), directory);
    if (row.get_optional<std::string>("expected.error")) {
      // It ends with an exception; here options are refused, and a bad record
      // is lost.
      try {
        EXPECT_FALSE(index({input}, run).problems.empty());
      } catch (const UsageError&) {
      }
      return;
    }
    EXPECT_EQ(index({input}, run).lines, expected_lines(row));
  });
}

TEST(IndexerCases, CdxWriter) {
  check_rows("cdx_writer.jsonl", {}, [](const ptree& row, auto&) {
    Setting run;
    run.options.index.profile = profile("ia");
    for (const auto& [key, value] : row.get_child("args")) {
      ASSERT_EQ(value.data(), "--all-records");
      run.options.index.selection.all = true;
    }
    tests::TempDir directory;
    EXPECT_EQ(
        index({place_input(row.get_child("input"), directory)}, run).lines,
        expected_lines(row));
  });
}

TEST(IndexerCases, CdxjIndexer) {
  auto split = [](const std::string& list) {
    std::vector<std::string> words;
    std::istringstream text(list);
    for (std::string word; std::getline(text, word, ',');) {
      words.push_back(word);
    }
    return words;
  };
  check_rows("cdxj_indexer.jsonl", {}, [&](const ptree& row, auto&) {
    const ptree& options = row.get_child("options");
    std::set<std::string> flags;
    if (auto words = options.get_child_optional("cli_args")) {
      for (const auto& [key, value] : *words) flags.insert(value.data());
    }
    auto flag = [&](const char* name, const char* letter) {
      return options.get(name, false) || flags.count(letter) > 0;
    };
    Setting run;
    IndexOptions& index_options = run.options.index;
    index_options.profile = profile("warcio");
    run.options.cdxj = !options.get("cdx11", false);
    if (options.get("cdx09", false)) {
      run.options.cdxj = false;
      run.options.legend.letters = kCdx9;
    }
    index_options.post_append = flag("post_append", "-p");
    index_options.record_digest = flag("digest_records", "-d");
    run.sort = flag("sort", "-s");
    for (const std::string& type : split(options.get("records", ""))) {
      if (type == "all") {
        index_options.selection.all = true;
      } else {
        index_options.selection.types.push_back(warc::record_type(type));
      }
    }
    index_options.fields = split(options.get("fields", ""));
    run.options.only_fields = split(options.get("replace_fields", ""));
    for (const std::string& name : run.options.only_fields) {
      index_options.fields.push_back(name);
    }
    tests::TempDir directory;
    ArchiveInput input = place_input(row.get_child("input"), directory);
    if (options.get_optional<std::string>("dir_root")) {
      input.filename.insert(0, "test/data/");
    }
    EXPECT_EQ(parsed(index({input}, run).lines), parsed(expected_lines(row)));
  });
}

TEST(IndexerCases, IndexesKeptBesideTheirArchives) {
  const Exceptions exceptions = {
      {"pair-002", "its keys were edited by hand: no URL of it has that host"},
  };
  check_rows(
      "fixture_pairs.jsonl", exceptions,
      [](const ptree& row, const std::string& id) {
        std::vector<std::string> expected = expected_lines(row);
        ASSERT_FALSE(expected.empty());
        Setting run;
        run.options.cdxj = !expected.front().starts_with(" CDX");
        // Files say how they were made by what they lack.
        bool all = false;
        for (const std::string& line : expected) {
          all = all || line.find("\"status\"") != std::string::npos ||
                line.find("\"mime\": \"text/html\"") != std::string::npos;
          if (line.find("__wb_method") != std::string::npos) {
            run.options.index.post_append = true;
          }
        }
        bool resource = row.get<std::string>("index.path").find("resource") !=
                        std::string::npos;
        run.options.index.minimal = run.options.cdxj && !all && !resource;
        if (run.options.cdxj &&
            expected.front().find("\"digest\"") == std::string::npos) {
          run.options.index.digest = DigestMode::kNone;
        }
        run.sort = !run.options.cdxj;
        tests::TempDir directory;
        std::vector<ArchiveInput> inputs;
        for (const auto& [key, input] : row.get_child("inputs")) {
          inputs.push_back(place_input(input, directory));
        }
        // Older pywb did not keep what was sent.
        const std::set<std::string> newer = {"method", "requestBody"};
        std::vector<std::string> lines =
            parsed(index(std::move(inputs), run).lines, newer);
        expected = parsed(expected, newer);
        if (id == "pair-003") {
          // The archive has grown since.
          for (const std::string& line : expected) {
            EXPECT_NE(std::find(lines.begin(), lines.end(), line), lines.end())
                << line;
          }
          return;
        }
        EXPECT_EQ(lines, expected);
      });
}

TEST(IndexerCases, RequestBodies) {
  const Exceptions exceptions = {
      {"post-043",
       "pywb takes a form with a second media type for a form; jwarc does "
       "not"},
  };
  check_rows(
      "post_request_body.jsonl", exceptions, [](const ptree& row, auto&) {
        auto method = row.get<std::string>("method");
        std::string body = bytes_of(row.get_child("body"));
        auto length = row.get("content_length", std::to_string(body.size()));
        std::string query = request_body_query(
            method, row.get<std::string>("content_type"), length, body);
        std::string url;
        append_request_url(row.get("url", "/foo"), method, query, url);
        std::string expected = row.get("expected", "");
        if (expected.empty()) {
          // jwarc escapes more; as keys they must be one.
          expected = "http://e.org" + row.get("url", "/foo") + "?" +
                     row.get<std::string>("expected_query");
          if (url.starts_with('/')) url.insert(0, "http://e.org");
          EXPECT_EQ(url_key(UrlKeyKind::kSurt, url),
                    url_key(UrlKeyKind::kSurt, expected));
          return;
        }
        EXPECT_EQ(url, expected);
      });
}

std::vector<std::string> file_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

Setting nutchwax_run() {
  Setting run;
  run.options.index.profile = profile("nutchwax");
  run.options.legend.letters = run.options.index.profile->legend();
  run.header = false;
  return run;
}

TEST(IndexerCases, Nutchwax) {
  auto archive = tests::shared_file("archives/aut__example.arc.gz");
  auto cdx = tests::shared_file("cases/nutchwax/arc.cdx");
  if (!archive || !cdx) GTEST_SKIP() << tests::kNoShared;
  EXPECT_EQ(index({{*archive, "example.arc.gz"}}, nutchwax_run()).lines,
            file_lines(*cdx));
}

TEST(IndexerCases, NutchwaxOverPywbsArchives) {
  auto cdx = tests::shared_file("cases/nutchwax/pywb.cdx");
  if (!cdx) GTEST_SKIP() << tests::kNoShared;
  std::vector<std::string> all = file_lines(*cdx);
  size_t archives = 0;
  for (const char* name : {"example.warc.gz", "example2.warc.gz",
                           "example-wget-1-14.warc.gz", "post-test.warc.gz"}) {
    auto archive = tests::shared_file(std::string("archives/pywb__") + name);
    if (!archive) continue;
    ++archives;
    std::set<std::string> lines;
    for (std::string& line : index({{*archive, name}}, nutchwax_run()).lines) {
      // Also revisits, which name no file.
      EXPECT_NE(std::find(all.begin(), all.end(), line), all.end()) << line;
      lines.insert(std::move(line));
    }
    for (const std::string& line : all) {
      if (line.ends_with(std::string(" ") + name)) {
        EXPECT_EQ(lines.count(line), 1u) << line;
      }
    }
  }
  EXPECT_EQ(archives, 4u);
}

class EveryArchive : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = tests::shared_file("archives");
    if (!folder) GTEST_SKIP() << tests::kNoShared;
    for (const auto& entry : fs::directory_iterator(*folder)) {
      std::string name = entry.path().filename().string();
      if (!name.ends_with(".md")) inputs_.push_back({entry.path(), name});
    }
    std::sort(inputs_.begin(), inputs_.end(),
              [](auto& a, auto& b) { return a.path < b.path; });
    ASSERT_FALSE(inputs_.empty());
  }
  std::vector<ArchiveInput> inputs_;
};

TEST_F(EveryArchive, GivesTheSameBytesForAnyNumberOfJobs) {
  Setting run;
  run.options.index.selection.all = true;
  Output one = index(inputs_, run);
  run.options.jobs = 8;
  Output many = index(inputs_, run);
  EXPECT_EQ(one.lines, many.lines);
  EXPECT_EQ(one.problems, many.problems);
}

}  // namespace
}  // namespace wax::cdx
