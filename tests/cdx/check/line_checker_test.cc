#include "cdx/check/line_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "cdx/indexer/index_stream.h"
#include "cdx/profile/profile.h"
#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;
using tests::TempDir;

// "id count" of what is found.
std::vector<std::string> found(const std::string& text,
                               CheckOptions options = {}) {
  TempDir folder;
  tests::Problems problems;
  LineChecker checker(std::move(options), problems);
  checker.check(folder.write("a.cdx", text));
  std::vector<std::string> found;
  for (const Finding& finding : checker.findings()) {
    found.push_back(std::string(finding.id) + ' ' +
                    std::to_string(finding.count));
  }
  return found;
}

constexpr const char* kSha1 = "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A";

struct Fields {
  std::string key = "com,example)/";
  std::string date = "20140103030321";
  std::string url = "http://example.com/";
  std::string mime = "text/html";
  std::string status = "200";
  std::string digest = kSha1;
  std::string length = "1043";
  std::string offset = "333";
  std::string filename = "a.warc.gz";
};

std::string line(const Fields& f) {
  return f.key + ' ' + f.date + ' ' + f.url + ' ' + f.mime + ' ' + f.status +
         ' ' + f.digest + " - - " + f.length + ' ' + f.offset + ' ' +
         f.filename + '\n';
}

TEST(LineChecker, FindsNothingInGoodLines) {
  EXPECT_THAT(found(""), IsEmpty());
  EXPECT_THAT(found(" CDX N b a m s k r M S V g\n" + line({})), IsEmpty());
  const Fields good[] = {
      {.mime = "warc/revisit", .status = "-"},
      {.mime = "unk"},
      {.digest = "sha256:" + std::string(64, 'a')},
      {.digest = "-"},
      {.length = "-"},
      {.length = "-", .offset = "-", .filename = "-"},
      {.key = "example.com/"},
      {.key = "example.com/x", .url = "example.com"},
      {.key = "com,example)/?__wb_method=post&a=1"},
      {.length = "-", .offset = "-"},
      {.key = "-", .url = "-"},
      {.key = "file:///a", .url = "-"},
      {.key = "org,archive,web)/screenshot/com,example)/",
       .url = "http://web.archive.org/screenshot/http://example.com/",
       .mime = "image/png"},
      {.key = "warcinfo:/a.warc.gz/1",
       .url = "warcinfo:/a.warc.gz/1",
       .mime = "warc-info"},
  };
  for (const Fields& fields : good) {
    EXPECT_THAT(found(line(fields)), IsEmpty()) << line(fields);
  }
  EXPECT_THAT(found("!meta 0 {}\ncom,example)/ 20140103030321 {\"url\": "
                    "\"http://example.com/\"}\n"),
              IsEmpty());
}

struct BadCase {
  Fields fields;
  const char* found;
};

TEST(LineChecker, FindsBadFields) {
  const BadCase cases[] = {
      {{.key = "com,example)/b"}, "urlkey 1"},
      {{.date = "2014"}, "date 1"},
      {{.date = "20140231000000"}, "date 1"},
      {{.date = "20140103256000"}, "date 1"},
      {{.url = "-"}, "url 1"},
      {{.mime = "texthtml"}, "mime 1"},
      {{.mime = "text/"}, "mime 1"},
      {{.mime = "/html"}, "mime 1"},
      {{.mime = "text/html;charset=x"}, "mime 1"},
      {{.status = "20"}, "status 1"},
      {{.status = "bad-wolf"}, "status 1"},
      {{.digest = "XYZ"}, "digest 1"},
      {{.length = "0"}, "length 1"},
      {{.length = "-5"}, "length 1"},
      {{.offset = "x"}, "offset 1"},
      {{.offset = "-"}, "offset 1"},
      {{.filename = "-"}, "filename 1"},
      {{.filename = "a b"}, "columns 1"},
      {{.key = "warcinfo:/a", .url = "warcinfo:/b"}, "urlkey 1"},
      {{.key = "org,archive,web)/screenshot/com,example)/b",
        .url = "http://web.archive.org/screenshot/http://example.com/"},
       "urlkey 1"},
      {{.filename = "\xc3\xa4.warc.gz"}, "bytes 1"},
  };
  for (const BadCase& c : cases) {
    std::string text = line({.key = "com,example)/"}) + line(c.fields);
    CheckOptions options;
    options.check_order = false;
    EXPECT_THAT(found(text, options), ElementsAre(c.found)) << line(c.fields);
  }
}

TEST(LineChecker, FindsBadFiles) {
  const std::string a = line({.date = "20140103030321"});
  const std::string b = line({.date = "20150103030321"});
  const std::string header = " CDX N b a m s k r M S V g\n";
  EXPECT_THAT(found(b + a), ElementsAre("order 1"));
  EXPECT_THAT(found(a + a + b), ElementsAre("duplicate 1"));
  EXPECT_THAT(found(header + a + header + b), ElementsAre("header 1"));
  EXPECT_THAT(found(a + "\n" + b), ElementsAre("columns 1"));
  EXPECT_THAT(found("junk\n" + a + b), ElementsAre("order 1", "columns 1"));
  EXPECT_THAT(found("com,a)/ 20140103030321 {\"a\": 1\n"),
              ElementsAre("json 1"));
}

TEST(LineChecker, ChecksKeysByTheRulesOfTheFirstKey) {
  std::string text = line({.key = "com,example)/"}) +
                     line({.key = "example.com/", .date = "20150103030321"});
  EXPECT_THAT(found(text), ElementsAre("urlkey 1"));
  CheckOptions options;
  options.url_key = UrlKeyKind::kLegacy;
  EXPECT_THAT(found(text, options), ElementsAre("urlkey 1"));
  options.check_keys = false;
  EXPECT_THAT(found(text, options), IsEmpty());
}

TEST(LineChecker, ChecksRecords) {
  TempDir folder;
  std::string first = tests::gzip_member(tests::warc_record(
      tests::http_response("one"),
      {.more = std::string("WARC-Payload-Digest: sha1:") + kSha1 + "\r\n"}));
  std::string second =
      tests::gzip_member(tests::warc_record(tests::http_response("two")));
  folder.write("a.warc.gz", first + second);
  Fields good{.key = "org,example)/",
              .url = "http://example.org/",
              .length = std::to_string(first.size()),
              .offset = "0"};
  CheckOptions options;
  options.archives = {folder.path()};
  EXPECT_THAT(found(line(good), options), IsEmpty());

  auto with = [&](auto change) {
    Fields fields = good;
    change(fields);
    return found(line(fields), options);
  };
  EXPECT_THAT(with([](Fields& f) { f.filename = "b.warc.gz"; }),
              ElementsAre("archive 1"));
  EXPECT_THAT(with([](Fields& f) { f.offset = "3"; }), ElementsAre("record 1"));
  EXPECT_THAT(with([](Fields& f) { f.offset = "99999999"; }),
              ElementsAre("record 1"));
  EXPECT_THAT(with([](Fields& f) {
                f.key = "org,example)/b";
                f.url = "http://example.org/b";
              }),
              ElementsAre("record-url 1"));
  EXPECT_THAT(with([](Fields& f) { f.date = "20140103030322"; }),
              ElementsAre("record-date 1"));
  EXPECT_THAT(with([](Fields& f) { f.digest[0] = 'A'; }),
              ElementsAre("record-digest 1"));
  EXPECT_THAT(with([](Fields& f) { f.length = "12"; }),
              ElementsAre("record-length 1"));
  EXPECT_THAT(with([&](Fields& f) {
                f.offset = std::to_string(first.size());
                f.length = std::to_string(second.size());
              }),
              ElementsAre("record-digest 1"));
}

// What crawlers write: stated digests and missing ones, chunks, revisits,
// pictures of pages, forms, names and blocks that are no HTTP.
std::vector<std::string> crawled_records() {
  auto payload = [](std::string_view body) {
    warc::Digester digester;
    digester.update(body);
    return "WARC-Payload-Digest: " + warc::spelling(digester.finish()) + "\r\n";
  };
  const std::string chunked =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
      "Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n";
  const std::string profile =
      "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/"
      "identical-payload-digest\r\n";
  std::vector<std::string> records = {
      tests::warc_record("software: x\r\n",
                         {.type = "warcinfo",
                          .uri = "",
                          .content_type = "application/warc-fields"}),
      tests::warc_record("POST /form HTTP/1.1\r\nContent-Length: 3\r\n"
                         "Content-Type: application/x-www-form-urlencoded"
                         "\r\n\r\na=1",
                         {.type = "request",
                          .uri = "http://a.org/form",
                          .content_type = "application/http; msgtype=request",
                          .more = "WARC-Record-ID: <urn:uuid:1>\r\n"
                                  "WARC-Concurrent-To: <urn:uuid:2>\r\n"}),
      tests::warc_record(
          tests::http_response("form"),
          {.uri = "http://a.org/form",
           .more = "WARC-Record-ID: <urn:uuid:2>\r\n" + payload("form")}),
      tests::warc_record(tests::http_response("none stated"),
                         {.uri = "http://www.a.org:80/A b?B=1&a=2"}),
      tests::warc_record(chunked, {.uri = "https://a.org/chunked"}),
      tests::warc_record(
          chunked, {.uri = "http://a.org/stated", .more = payload("one")}),
      tests::warc_record(
          tests::http_response("moved", "text/html", "302 Found"),
          {.uri = "http://b.org/%C3%A4"}),
      tests::warc_record(tests::http_response(""),
                         {.type = "revisit",
                          .uri = "http://b.org/again",
                          .more = profile + payload("one")}),
      tests::warc_record(
          tests::http_response(""),
          {.type = "revisit", .uri = "http://b.org/again/2", .more = profile}),
      tests::warc_record("none", {.uri = "http://b.org/odd"}),
      tests::warc_record("20140103030321\n1.2.3.4\n",
                         {.uri = "dns:b.org", .content_type = "text/dns"}),
      tests::warc_record("picture", {.type = "metadata",
                                     .uri = "http://b.org/page",
                                     .content_type = "image/png"}),
      tests::warc_record("via: http://b.org/\r\n",
                         {.type = "metadata",
                          .uri = "http://b.org/page",
                          .content_type = "application/warc-fields"}),
      tests::warc_record("file", {.type = "resource",
                                  .uri = "ftp://b.org/file",
                                  .content_type = "text/plain"}),
      tests::warc_record("page", {.type = "resource",
                                  .uri = "http://c.org/resource",
                                  .content_type = "text/html"}),
      tests::warc_record("page", {.type = "conversion",
                                  .uri = "http://c.org/converted",
                                  .content_type = "text/html"}),
      tests::warc_record("page", {.type = "resource",
                                  .uri = "file:///home/page",
                                  .content_type = "text/html"}),
  };
  return records;
}

void write_archives(TempDir& folder) {
  std::string plain;
  std::string packed;
  for (const std::string& record : crawled_records()) {
    plain += record;
    packed += tests::gzip_member(record);
  }
  folder.write("plain.warc", plain);
  folder.write("packed.warc.gz", packed);
  const std::vector<std::string> arc = {
      tests::arc_filedesc("old.arc", 1),
      tests::arc_record(tests::http_response("old"), "http://d.org/"),
      tests::arc_record(tests::http_response("older"), "http://d.org/a b",
                        "19990103030321"),
      tests::arc_record("names", "dns:d.org", "20140103030321", "text/dns")};
  std::string old;
  std::string old_packed;
  for (const std::string& record : arc) {
    old += record;
    old_packed += tests::gzip_member(record);
  }
  folder.write("old.arc", old);
  folder.write("older.arc.gz", old_packed);
}

std::vector<IndexOptions> all_options() {
  std::vector<IndexOptions> all;
  for (std::string_view name : profile_names()) {
    IndexOptions plain;
    plain.profile = profile(name);
    all.push_back(plain);
    for (bool every : {false, true}) {
      for (DigestOf of :
           {DigestOf::kStored, DigestOf::kPayload, DigestOf::kDecoded}) {
        for (auto algorithm :
             {warc::DigestAlgorithm::kSha1, warc::DigestAlgorithm::kSha256,
              warc::DigestAlgorithm::kSha512, warc::DigestAlgorithm::kMd5}) {
          for (auto mode : {DigestMode::kMissing, DigestMode::kAlways}) {
            IndexOptions options = plain;
            options.selection.all = every;
            options.digest_form = {algorithm, of};
            options.digest = mode;
            all.push_back(options);
          }
        }
      }
    }
    auto also = [&](auto change) {
      IndexOptions options = plain;
      options.selection.all = true;
      change(options);
      all.push_back(options);
    };
    also([](auto& o) { o.url_key = UrlKeyKind::kSurt; });
    also([](auto& o) { o.url_key = UrlKeyKind::kLegacy; });
    also([](auto& o) { o.digest = DigestMode::kHeader; });
    also([](auto& o) { o.digest = DigestMode::kNone; });
    also([](auto& o) { o.minimal = true; });
    also([](auto& o) {
      o.minimal = true;
      o.digest = DigestMode::kAlways;
    });
    also([](auto& o) { o.post_append = true; });
    also([](auto& o) { o.redirects = o.meta = true; });
    also([](auto& o) {
      o.selection.types = {warc::RecordType::kWarcinfo,
                           warc::RecordType::kFiledesc,
                           warc::RecordType::kRequest};
    });
  }
  return all;
}

std::vector<ArchiveInput> inputs_in(const TempDir& folder) {
  std::vector<ArchiveInput> inputs;
  for (const char* name :
       {"plain.warc", "packed.warc.gz", "old.arc", "older.arc.gz"}) {
    inputs.push_back({folder.path() + '/' + name, name});
  }
  return inputs;
}

TEST(LineChecker, FindsNoFaultsInLinesOfTheIndexer) {
  TempDir folder;
  write_archives(folder);
  uint64_t lines_seen = 0;
  for (const IndexOptions& options : all_options()) {
    for (bool cdxj : {false, true}) {
      IndexStreamOptions stream;
      stream.index = options;
      stream.cdxj = cdxj;
      stream.legend.letters = options.profile->legend();
      tests::Problems problems;
      IndexReport report;
      auto lines = index_archives(inputs_in(folder), stream, problems, report);
      std::string path = folder.write("index/a", text_of(*lines));
      CheckOptions check;
      check.check_order = false;
      check.archives = {folder.path()};
      LineChecker checker(check, problems);
      checker.check(path);
      lines_seen += checker.counts().records;
      for (const Finding& finding : checker.findings()) {
        ADD_FAILURE() << options.profile->name()
                      << (options.selection.all ? ", all records" : "")
                      << (cdxj ? ", CDXJ" : "") << ", digests "
                      << static_cast<int>(options.digest) << ' '
                      << warc::name(options.digest_form.algorithm) << ": "
                      << finding.id << ' ' << finding.count << ' '
                      << finding.examples[0].text;
      }
    }
  }
  EXPECT_GT(lines_seen, 10000u);
}

// In the line of any record, whichever way its digest was made.
TEST(LineChecker, FindsDifferencesFromTheRecord) {
  TempDir folder;
  write_archives(folder);
  struct Lie {
    size_t column;
    const char* found;
  };
  const Lie lies[] = {
      {0, "urlkey 1"},        {1, "record-date 1"}, {2, "record-url 1"},
      {3, "mime 1"},          {4, "status 1"},      {5, "record-digest 1"},
      {8, "record-length 1"}, {9, "record"},        {10, "archive 1"}};
  for (const char* name : {"pywb", "ia"}) {
    for (bool other_digest : {false, true}) {
      IndexStreamOptions stream;
      stream.index.profile = profile(name);
      stream.index.selection.all = true;
      if (other_digest) {
        stream.index.digest = DigestMode::kAlways;
        stream.index.digest_form = {warc::DigestAlgorithm::kSha256,
                                    DigestOf::kPayload};
      }
      stream.legend.letters = kCdx11;
      tests::Problems problems;
      IndexReport report;
      auto lines = index_archives(inputs_in(folder), stream, problems, report);
      CheckOptions check;
      check.archives = {folder.path()};
      std::string_view line;
      while (lines->next(line)) {
        for (const Lie& lie : lies) {
          std::vector<std::string> fields;
          std::istringstream words{std::string(line)};
          for (std::string word; words >> word;) fields.push_back(word);
          ASSERT_EQ(fields.size(), 11u);
          std::string& field = fields[lie.column];
          bool made_up = fields[2].starts_with("warcinfo:/");
          if (field == "-" && lie.column == 5) continue;
          switch (lie.column) {
            case 1:
            case 5:
              field.back() = field.back() == '2' ? '3' : '2';
              break;
            case 2:
              if (made_up) continue;  // its key has the file's name, too
              field = "http://example.com/";
              fields[0] = "com,example)/";
              break;
            case 8:
            case 9:
              field = std::to_string(std::stoull(field) + 1);
              break;
            case 3:
              field = ",";
              break;
            default:
              field += "x";
          }
          std::string text;
          for (const std::string& f : fields) text += f + ' ';
          text.back() = '\n';
          EXPECT_THAT(found(text, check), Contains(StartsWith(lie.found)))
              << line << '\n'
              << text;
        }
      }
    }
  }
}

TEST(Findings, KeepsTheFirstExamplesAndCountsAll) {
  Findings findings({{"a", "A", 0, {}}, {"b", "B", 0, {}}, {"c", "C", 0, {}}},
                    2);
  EXPECT_TRUE(findings.found().empty());
  for (uint64_t line = 1; line <= 3; ++line) findings.add("c", "f", line, "x");
  findings.add("a", "g", 7, std::string(1000, 'y'));
  auto found = findings.found();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, "a");
  EXPECT_EQ(found[0].examples[0].text, std::string(200, 'y'));
  EXPECT_EQ(found[1].count, 3U);
  ASSERT_EQ(found[1].examples.size(), 2U);
  EXPECT_EQ(found[1].examples[1].line, 2U);
}

}  // namespace

}  // namespace wax::cdx
