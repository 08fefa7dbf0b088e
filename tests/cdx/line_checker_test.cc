#include "cdx/line_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::TempDir;

// "id count" of what is found.
std::vector<std::string> found(const std::string& text,
                               CheckOptions options = {}) {
  TempDir folder;
  test::Problems problems;
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
      {{.mime = "text/html;charset=x"}, "mime 1"},
      {{.status = "20"}, "status 1"},
      {{.status = "bad-wolf"}, "status 1"},
      {{.digest = "XYZ"}, "digest 1"},
      {{.length = "0"}, "length 1"},
      {{.length = "-5"}, "length 1"},
      {{.offset = "x"}, "offset 1"},
      {{.filename = "-"}, "filename 1"},
      {{.filename = "a b"}, "columns 1"},
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

TEST(LineChecker, HoldsKeysToTheRulesOfTheFirst) {
  std::string text = line({.key = "com,example)/"}) +
                     line({.key = "example.com/", .date = "20150103030321"});
  EXPECT_THAT(found(text), ElementsAre("urlkey 1"));
  CheckOptions options;
  options.url_key = UrlKeyKind::kLegacy;
  EXPECT_THAT(found(text, options), ElementsAre("urlkey 1"));
  options.check_keys = false;
  EXPECT_THAT(found(text, options), IsEmpty());
}

TEST(LineChecker, LooksAtRecords) {
  TempDir folder;
  std::string first = test::gzip_member(test::warc_record(
      test::http_response("one"),
      {.more = std::string("WARC-Payload-Digest: sha1:") + kSha1 + "\r\n"}));
  std::string second =
      test::gzip_member(test::warc_record(test::http_response("two")));
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

}  // namespace
}  // namespace wax::cdx
