#include "answers/records/record_package.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/serve/archived_site.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/check/data_package.h"
#include "warc/reader/reader.h"
#include "warc/record/named_original.h"

namespace wax::answers {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

// "2007 http://example.com/" for each record but the warcinfo.
std::vector<std::string> records_in(const std::string& warc) {
  std::vector<std::string> records;
  tests::Problems problems;
  auto reader = warc::open_archive(tests::memory_file(warc), problems);
  warc::Record record;
  while (reader->next(record)) {
    if (record.type == warc::RecordType::kWarcinfo) continue;
    records.push_back(std::string(record.date.substr(0, 4)) + ' ' +
                      std::string(record.target_uri));
  }
  EXPECT_THAT(problems.ids(), IsEmpty());
  return records;
}

const std::string kWarc = "/api/export?format=warc";

TEST(RecordPackage, HasTheCapturesOfAUrl) {
  serve::ArchivedSite site;
  site.add("20050101000000", "", serve::http("text/html", "a"),
           {.digest = "A"});
  site.add("20060101000000", "", serve::http("text/html", "b"),
           {.digest = "B"});
  site.add("20060101000000", "x", serve::http("text/html", "c"));
  const serve::ServedSite& served = site.serve();
  const std::string url = kWarc + "&url=example.com";
  auto all = served.get(url);
  EXPECT_EQ(all.status, 200);
  EXPECT_EQ(all.header("content-type"), "application/warc");
  EXPECT_EQ(all.header("content-disposition"),
            "attachment; filename=\"c.warc.gz\"");
  EXPECT_THAT(records_in(all.body), ElementsAre("2005 http://example.com/",
                                                "2006 http://example.com/"));
  EXPECT_THAT(records_in(served.get(url + "&from=2006").body),
              ElementsAre("2006 http://example.com/"));
  EXPECT_THAT(records_in(served.get(url + "&to=2005").body),
              ElementsAre("2005 http://example.com/"));
  EXPECT_EQ(served.get(url + "&to=x").status, 400);
}

TEST(RecordPackage, HasTheOriginalOfARevisitOnce) {
  serve::ArchivedSite site;
  site.add("20050101000000", "", serve::http("text/html", "a"));
  site.add("20060101000000", "", serve::http("text/html", ""),
           {.type = "revisit"});
  site.add("20070101000000", "", serve::http("text/html", ""),
           {.type = "revisit"});
  const serve::ServedSite& served = site.serve();
  EXPECT_THAT(records_in(served.get(kWarc + "&url=example.com&from=2006").body),
              UnorderedElementsAre("2006 http://example.com/",
                                   "2007 http://example.com/",
                                   "2005 http://example.com/"));
  EXPECT_THAT(
      records_in(served.get(kWarc + "&url=example.com").body),
      ElementsAre("2005 http://example.com/", "2006 http://example.com/",
                  "2007 http://example.com/"));
}

// The fields in which the revisits of a WARC file name their originals.
std::vector<std::string> references_in(const std::string& warc) {
  std::vector<std::string> references;
  tests::Problems problems;
  auto reader = warc::open_archive(tests::memory_file(warc), problems);
  warc::Record record;
  while (reader->next(record)) {
    if (record.type != warc::RecordType::kRevisit) continue;
    std::string fields;
    for (const char* name : {"WARC-Refers-To", "WARC-Refers-To-Target-URI",
                             "WARC-Refers-To-Date"}) {
      fields += std::string(record.headers.find(name).value_or("-")) + ' ';
    }
    fields.pop_back();
    references.push_back(fields);
  }
  return references;
}

TEST(RecordPackage, RevisitsReferToTheOriginalThatComesWithThem) {
  const std::string by_url =
      "WARC-Refers-To-Target-URI: http://example.com/\r\n"
      "WARC-Refers-To-Date: 2006-01-01T00:00:00Z\r\n";
  const std::string by_id = "WARC-Refers-To: <urn:uuid:6>\r\n";
  auto referring = [](const std::string& more) {
    serve::ArchivedSite site;
    site.add("20050101000000", "", serve::http("text/html", "a"),
             {.id = "<urn:uuid:5>"});
    site.add("20060101000000", "", serve::http("text/html", "a"),
             {.id = "<urn:uuid:6>"});
    site.add("20070101000000", "", serve::http("text/html", ""),
             {.type = "revisit", .more = more});
    const std::string warc =
        site.serve().get(kWarc + "&url=example.com&from=2007").body;
    EXPECT_THAT(records_in(warc), ElementsAre("2007 http://example.com/",
                                              "2005 http://example.com/"));
    return references_in(warc);
  };
  const std::string first =
      "<urn:uuid:5> http://example.com/ 2005-01-01T00:00:00Z";
  EXPECT_THAT(referring(by_id + by_url), ElementsAre(first));
  EXPECT_THAT(referring(by_id), ElementsAre(first));
  EXPECT_THAT(referring(by_url),
              ElementsAre("- http://example.com/ 2005-01-01T00:00:00Z"));
  EXPECT_THAT(referring("WARC-Refers-To: <urn:uuid:5>\r\n"),
              ElementsAre("<urn:uuid:5> - -"));
  EXPECT_THAT(referring(""), ElementsAre("- - -"));
}

std::vector<std::string> containers_in(const std::string& warc) {
  std::vector<std::string> containers;
  tests::Problems problems;
  auto reader = warc::open_archive(tests::memory_file(warc), problems);
  warc::Record record;
  while (reader->next(record)) {
    if (record.type != warc::RecordType::kRevisit) continue;
    containers.emplace_back(
        record.headers.find(warc::kRefersToContainer).value_or("-"));
  }
  return containers;
}

std::vector<std::string> required_by(const std::string& wacz) {
  const tests::TempDir folder;
  const auto package = warc::read_data_package(folder.write("a.wacz", wacz));
  std::vector<std::string> files;
  if (!package) return {"no package"};
  for (const io::PackedFile& file : package->required) {
    files.push_back(file.path);
  }
  return files;
}

TEST(RecordPackage, NamesTheFilesOfOriginalsThatAreNotHere) {
  const std::string in = "WARC-Refers-To-Container: file://";
  serve::ArchivedSite site;
  site.add("20050101000000", "", serve::http("text/html", "a"));
  site.add("20070101000000", "", serve::http("text/html", ""),
           {.type = "revisit", .more = in + "old.wacz\r\n"});
  site.add("20080101000000", "", serve::http("text/html", ""),
           {.type = "revisit",
            .digest = "2I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
            .more = in + "an other.wacz\r\n"});
  site.add("20090101000000", "", serve::http("text/html", ""),
           {.type = "revisit",
            .digest = "2I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
            .more = in + "an other.wacz\r\n"});
  const std::string url = "&url=example.com&from=2007";
  const serve::ServedSite& served = site.serve();
  auto answer = served.get(kWarc + url);
  // The original of the first comes with it.
  EXPECT_THAT(containers_in(answer.body),
              ElementsAre("-", "file://an other.wacz", "file://an other.wacz"));
  EXPECT_EQ(answer.trailers["wax-incomplete"],
            "2 revisits have no originals here");
  EXPECT_THAT(required_by(served.get("/api/export?format=wacz" + url).body),
              ElementsAre("an other.wacz"));
}

TEST(RecordPackage, NamesTheFileOfAnOriginalThatCannotBeRead) {
  serve::ArchivedSite site;
  site.add_line(
      "com,example)/ 20050101000000 http://example.com/ text/html 200 "
      "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - - 1 0 d/gone.warc\n");
  site.add("20070101000000", "", serve::http("text/html", ""),
           {.type = "revisit"});
  site.add("20080101000000", "", serve::http("text/html", ""),
           {.type = "revisit",
            .more = "WARC-Refers-To-Container: file://its.wacz\r\n"});
  const std::string url = "&url=example.com&from=2007";
  const serve::ServedSite& served = site.serve();
  auto answer = served.get(kWarc + url);
  // What the record said itself stays.
  EXPECT_THAT(containers_in(answer.body),
              ElementsAre("file://gone.warc", "file://its.wacz"));
  EXPECT_THAT(answer.trailers["wax-incomplete"],
              HasSubstr("2 revisits have no originals here"));
  EXPECT_THAT(required_by(served.get("/api/export?format=wacz" + url).body),
              ElementsAre("gone.warc", "its.wacz"));
}

TEST(RecordPackage, NamesNoFileOfAnOriginalThatIsHidden) {
  serve::ArchivedSite site;
  site.add_line(
      "example,hidden)/ 20050101000000 http://hidden.example/ text/html 200 "
      "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - - 1 0 d/secret.warc\n");
  const std::string original =
      "WARC-Refers-To-Target-URI: http://hidden.example/\r\n"
      "WARC-Refers-To-Date: 2005-01-01T00:00:00Z\r\n";
  site.add("20070101000000", "", serve::http("text/html", ""),
           {.type = "revisit", .more = original});
  site.add(
      "20080101000000", "", serve::http("text/html", ""),
      {.type = "revisit",
       .more = original + "WARC-Refers-To-Container: file://secret.wacz\r\n"});
  site.add_rules("hide host hidden.example\n");
  const std::string url = "&url=example.com";
  const serve::ServedSite& served = site.serve();
  const std::string warc = served.get(kWarc + url).body;
  EXPECT_THAT(containers_in(warc), ElementsAre("-", "-"));
  EXPECT_THAT(warc, Not(HasSubstr("secret")));
  EXPECT_THAT(required_by(served.get("/api/export?format=wacz" + url).body),
              IsEmpty());
}

TEST(RecordPackage, RevisitsNameNoIdOfAnOriginalInAnArcFile) {
  serve::ArchivedSite site;
  const std::string begin = tests::arc_filedesc("a.arc");
  site.add_other(begin + tests::arc_record(serve::http("text/html", "a"),
                                           "http://example.com/",
                                           "20050101000000"));
  site.add_line(
      "com,example)/ 20050101000000 http://example.com/ text/html 200 "
      "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - - 1 " +
      std::to_string(begin.size()) + " a.warc\n");
  site.add("20070101000000", "", serve::http("text/html", ""),
           {.type = "revisit", .more = "WARC-Refers-To: <urn:uuid:5>\r\n"});
  const std::string warc =
      site.serve().get(kWarc + "&url=example.com&from=2007").body;
  EXPECT_THAT(records_in(warc), ElementsAre("2007 http://example.com/",
                                            "2005 http://example.com/"));
  EXPECT_THAT(references_in(warc),
              ElementsAre("- http://example.com/ 2005-01-01T00:00:00Z"));
}

TEST(RecordPackage, HasRecordsOfTwoArchivesOfOneName) {
  serve::ArchivedSite site;
  site.add("20050101000000", "", serve::http("text/html", "a"),
           {.digest = "A"});
  site.add_other(serve::warc_record("response", "http://example.com/b",
                                    serve::http("text/html", "b"),
                                    "20050101000000"));
  site.add_line(
      "com,example)/b 20050101000000 http://example.com/b text/html 200 B - - "
      "1 0 a.warc\n");
  EXPECT_THAT(records_in(site.serve().get(kWarc + "&website=example.com").body),
              UnorderedElementsAre("2005 http://example.com/",
                                   "2005 http://example.com/b"));
}

TEST(RecordPackage, HasWhatTwoArchivesHaveOnce) {
  serve::ArchivedSite site;
  site.add("20050101000000", "", serve::http("text/html", "a"),
           {.digest = "A"});
  site.add("20050101000000", "", serve::http("text/html", "a"),
           {.digest = "A"});
  site.add("20050101000000", "", serve::http("text/html", "b"),
           {.digest = "B"});
  site.add("20060101000000", "", serve::http("text/html", "a"),
           {.digest = "A"});
  EXPECT_THAT(
      records_in(site.serve().get(kWarc + "&url=example.com").body),
      ElementsAre("2005 http://example.com/", "2005 http://example.com/",
                  "2006 http://example.com/"));
}

TEST(RecordPackage, HasAWebsiteAsOfADateWithWhatItsPagesNeed) {
  serve::ArchivedSite site;
  const serve::Captured other{.site = "http://cdn.example/"};
  site.add("20050101000000", "", serve::http("text/html", "old"));
  site.add("20070101000000", "",
           serve::http(
               "text/html",
               "<link rel=stylesheet href=//cdn.example/s.css><script "
               "src=//cdn.example/j.js></script><a href=//cdn.example/page>"));
  site.add("20090101000000", "", serve::http("text/html", "new"));
  site.add("20010101000000", "only", serve::http("text/html", "x"));
  site.add("20070101000000", "s.css",
           serve::http("text/css", "b{c:url(i.gif)}"), other);
  site.add("20030101000000", "i.gif", serve::http("image/gif", "1"), other);
  site.add("20080101000000", "i.gif", serve::http("image/gif", "2"), other);
  site.add("20070101000000", "j.js", serve::http("text/javascript", "x"),
           other);
  site.add("20070101000000", "page", serve::http("text/html", "x"), other);
  const serve::ServedSite& served = site.serve();
  const std::string from = kWarc + "&website=http://example.com/&date=200702";
  EXPECT_THAT(records_in(served.get(from).body),
              UnorderedElementsAre("2007 http://example.com/",
                                   "2001 http://example.com/only",
                                   "2007 http://cdn.example/s.css",
                                   "2007 http://cdn.example/j.js",
                                   "2008 http://cdn.example/i.gif"));
  EXPECT_THAT(
      records_in(
          served.get(kWarc + "&website=http://example.com/on&date=2007").body),
      ElementsAre("2001 http://example.com/only"));
  EXPECT_THAT(
      records_in(served.get(kWarc + "&website=*.example&date=2003").body),
      testing::SizeIs(4));
}

TEST(RecordPackage, LeavesHiddenAndBlockedCapturesWhereTheyAre) {
  serve::ArchivedSite site;
  const std::string refers =
      "WARC-Refers-To-Target-URI: http://private.example/secret\r\n"
      "WARC-Refers-To-Date: 2005-01-01T00:00:00Z\r\n";
  site.add("20050101000000", "secret", serve::http("image/gif", "a"),
           {.site = "http://private.example/"});
  site.add("20050101000000", "unlisted", serve::http("image/gif", "b"),
           {.digest = "B", .site = "http://hidden.example/"});
  site.add("20060101000000", "", serve::http("image/gif", ""),
           {.type = "revisit", .more = refers});
  site.add("20060101000000", "page",
           serve::http("text/html",
                       "<img src=http://private.example/secret>"
                       "<img src=http://hidden.example/unlisted>"),
           {.digest = "C"});
  site.add_rules("block host private.example\nhide host hidden.example\n");
  const serve::ServedSite& served = site.serve();
  for (const char* wanted :
       {"&url=http://private.example/secret", "&website=private.example",
        "&url=http://hidden.example/unlisted", "&website=hidden.example",
        "&website=*.example"}) {
    EXPECT_THAT(records_in(served.get(kWarc + wanted).body), IsEmpty())
        << wanted;
  }
  const std::string warc =
      served.get(kWarc + "&website=http://example.com/&date=2006").body;
  EXPECT_THAT(records_in(warc),
              UnorderedElementsAre("2006 http://example.com/",
                                   "2006 http://example.com/page"));
  tests::Problems problems;
  auto reader = warc::open_archive(tests::memory_file(warc), problems);
  warc::Record record;
  while (reader->next(record)) {
    EXPECT_THAT(std::string(record.raw_header), Not(HasSubstr("private")));
  }
}

TEST(RecordPackage, SaysWhatItCannotHave) {
  serve::ArchivedSite site;
  site.add("20050101000000", "", serve::http("text/html", "a"),
           {.digest = "A"});
  site.add("20060101000000", "", serve::http("text/html", "lost"),
           {.digest = "B"});
  site.cut(8);
  auto answer = site.serve().get(kWarc + "&url=example.com");
  EXPECT_THAT(records_in(answer.body), ElementsAre("2005 http://example.com/"));
  EXPECT_EQ(answer.trailers["wax-incomplete"],
            "1 capture has no record that can be read here");
}

TEST(RecordPackage, OfARecordOfAnySizeComesInPieces) {
  serve::ArchivedSite site;
  std::string noise;
  uint64_t state = 1;
  for (int i = 0; i < 20 << 20; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    noise += static_cast<char>(state >> 56);
  }
  site.add("20050101000000", "", serve::http("image/gif", noise));
  auto answer = site.serve().get(kWarc + "&url=example.com");
  EXPECT_THAT(records_in(answer.body), ElementsAre("2005 http://example.com/"));
}

}  // namespace
}  // namespace wax::answers
