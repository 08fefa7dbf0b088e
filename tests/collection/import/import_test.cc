#include "collection/import/import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "document/text/simhash.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

using testing::ElementsAre;
using testing::Pair;
using tests::arc_filedesc;
using tests::arc_record;
using tests::gzip_member;
using tests::http_response;
using tests::warc_record;
using tests::WarcFields;

std::string sha1(std::string_view bytes) {
  warc::Digester digester;
  digester.update(bytes);
  return warc::spelling(digester.finish());
}

uint64_t skipped_in_all(const ImportStats& stats) {
  uint64_t sum = 0;
  for (const auto& [reason, count] : stats.skipped) sum += count;
  return sum;
}

class ImportTest : public testing::Test {
 protected:
  struct Result {
    ImportStats stats;
    std::vector<document::Document> documents;
    std::string dates;
    std::string fingerprint;
  };

  Result import(const std::string& archive, const ImportOptions& options = {}) {
    return import(std::vector<std::string>{archive}, options);
  }

  Result import(const std::vector<std::string>& archives,
                const ImportOptions& options = {}) {
    std::string path = home_ / ("segment" + std::to_string(++count_));
    SegmentWriter writer(path, options.identity.key_kind(), false);
    Result result;
    {
      Importer importer(options, writer, problems_);
      int number = 0;
      for (const std::string& archive : archives) {
        std::string name = "dir/a" + std::to_string(++number) + ".warc.gz";
        importer.import_archive(tests::memory_file(archive), name, "books");
      }
      result.stats = importer.finish();
    }
    writer.finish(result.stats.json());
    read(path, result);
    return result;
  }

  static void read(const std::string& path, Result& result) {
    SegmentReader reader(path);
    document::Document document;
    while (reader.next(document) && reader.next_links(document) &&
           reader.next_images(document)) {
      result.documents.push_back(document);
    }
    result.dates = tests::read_file(reader.dates_path());
    result.fingerprint = reader.fingerprint();
  }

  tests::TempDir home_;
  tests::Problems problems_;
  int count_ = 0;
};

TEST_F(ImportTest, AResponseBecomesADocument) {
  std::string page =
      "<title>T</title><p>Caf\xE9<a href=/x>go</a><meta name=robots "
      "content=noindex>";
  std::string first = gzip_member(warc_record(http_response("other")));
  WarcFields fields;
  fields.uri = "http://Example.org/Page";
  Result result =
      import(first + gzip_member(warc_record(
                         http_response(page, "Text/HTML; charset=iso-8859-1"),
                         fields)));
  ASSERT_EQ(result.documents.size(), 2u);
  document::Document expected;
  expected.url = "http://Example.org/Page";
  expected.urlkey = "org,example)/page";
  expected.digest = sha1(page);
  expected.date = "20140103030321";
  expected.type = "text/html";
  expected.charset = "windows-1252";
  expected.title = "T";
  expected.content = "Caf\u00E9go";
  expected.collection = "books";
  expected.filename = "a1.warc.gz";
  expected.offset = first.size();
  expected.length = http_response(page, "Text/HTML; charset=iso-8859-1").size();
  expected.status = 200;
  expected.noindex = true;
  expected.links = {{"http://Example.org/x", "go"}};
  expected.words = 1;
  expected.main = {{0, expected.content.size()}};
  expected.robots = "noindex";
  expected.simhash =
      document::simhash_text(*document::simhash(expected.content));
  EXPECT_EQ(result.documents[1], expected);
  EXPECT_EQ(result.stats.imported, 2u);
  EXPECT_EQ(result.stats.noindex, 1u);
  EXPECT_EQ(result.stats.links, 1u);
  EXPECT_TRUE(problems_.all.empty());
}

TEST_F(ImportTest, TheDigestIsThatOfTheHeaderIfItHasOne) {
  WarcFields fields;
  fields.more =
      "WARC-Payload-Digest: sha1:b2ltwwpuoyaaxdwxemirlnb6ag62gtnc\r\n";
  Result result = import(warc_record(http_response("x"), fields));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].digest,
            "sha1:B2LTWWPUOYAAXDWXEMIRLNB6AG62GTNC");
}

TEST_F(ImportTest, EncodedBodiesAreReadAndTheirDigestIsOfTheStoredBytes) {
  std::string body = gzip_member("<p>Inside");
  std::string block =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
      "Content-Encoding: gzip\r\n\r\n" +
      body;
  Result result = import(warc_record(block));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].content, "Inside");
  EXPECT_EQ(result.documents[0].digest, sha1(body));
  EXPECT_EQ(result.documents[0].length, block.size());
}

TEST_F(ImportTest, ProblemsAreInTheSameOrderForAnyNumberOfThreads) {
  std::string archive;
  for (int i = 0; i < 1500; ++i) {
    WarcFields fields;
    fields.uri = "http://example.org/" + std::to_string(i);
    archive += warc_record(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
        "Content-Encoding: gzip\r\n\r\nno gzip",
        fields);
    archive += "junk\r\n";
  }
  std::vector<std::string> orders;
  for (unsigned jobs : {1u, 4u}) {
    ImportOptions options;
    options.jobs = jobs;
    problems_.all.clear();
    Result result = import({archive, archive}, options);
    std::string order;
    for (const Problem& problem : problems_.all) {
      order += problem.file + ' ' + std::to_string(problem.offset.value_or(0)) +
               ' ' + problem.id + '\n';
    }
    EXPECT_EQ(result.stats.failed,
              std::count_if(problems_.all.begin(), problems_.all.end(),
                            [](const Problem& problem) {
                              return problem.severity == Severity::kLost;
                            }));
    orders.push_back(order);
  }
  EXPECT_GT(std::count(orders[0].begin(), orders[0].end(), '\n'), 3000);
  EXPECT_TRUE(orders[0] == orders[1]);
}

TEST_F(ImportTest, SkippedRecordsAreCountedByReason) {
  auto typed = [](const char* type) {
    WarcFields fields;
    fields.type = type;
    return fields;
  };
  WarcFields dns;
  dns.uri = "dns:example.org";
  dns.content_type = "text/dns";
  Result result =
      import(warc_record("software: x\r\n", typed("warcinfo")) +
             warc_record("GET / HTTP/1.1\r\n\r\n", typed("request")) +
             warc_record("via: x\r\n", typed("metadata")) +
             warc_record("1.2.3.4", dns) +
             warc_record(http_response("x", "text/html", "404 Not Found")) +
             warc_record(http_response("x", "text/html", "301 Moved")) +
             warc_record(http_response("p {}", "Text/CSS")) +
             warc_record(http_response("x", "text/plain")));
  EXPECT_EQ(result.stats.read, 8u);
  EXPECT_EQ(result.stats.imported, 1u);
  EXPECT_THAT(
      result.stats.skipped,
      ElementsAre(Pair("dns", 1), Pair("metadata", 1), Pair("request", 1),
                  Pair("status 301", 1), Pair("status 404", 1),
                  Pair("type text/css", 1), Pair("warcinfo", 1)));
}

TEST_F(ImportTest, ResourcesAndConversionsAreDocumentsToo) {
  WarcFields resource;
  resource.type = "resource";
  resource.content_type = "text/html; charset=utf-8";
  WarcFields conversion;
  conversion.type = "conversion";
  conversion.content_type = "text/plain";
  WarcFields ftp;
  ftp.uri = "ftp://example.org/readme";
  ftp.content_type = "text/plain";
  Result result =
      import(warc_record("<title>R</title>caf\xC3\xA9", resource) +
             warc_record("as text", conversion) + warc_record("by ftp", ftp));
  ASSERT_EQ(result.documents.size(), 3u);
  EXPECT_EQ(result.documents[0].title, "R");
  EXPECT_EQ(result.documents[0].content, "caf\u00E9");
  EXPECT_EQ(result.documents[0].status, 0);
  EXPECT_EQ(result.documents[1].content, "as text");
  EXPECT_EQ(result.documents[2].content, "by ftp");
}

TEST_F(ImportTest, DatesOfRevisitsAreKept) {
  WarcFields revisit;
  revisit.type = "revisit";
  revisit.date = "2015-01-01T00:00:00Z";
  revisit.more =
      "WARC-Payload-Digest: sha1:B2LTWWPUOYAAXDWXEMIRLNB6AG62GTNC\r\n"
      "WARC-Refers-To-Container: file://b 1.wacz\r\n";
  WarcFields bare = revisit;
  bare.more = "WARC-Refers-To-Container: bare.warc\r\n";
  Result result = import(warc_record("HTTP/1.1 200 OK\r\n\r\n", revisit) +
                         warc_record("HTTP/1.1 200 OK\r\n\r\n", bare));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_TRUE(result.documents[0].revisit);
  EXPECT_THAT(result.stats.containers,
              ElementsAre(Pair("b 1.wacz", "a1.warc.gz"),
                          Pair("bare.warc", "a1.warc.gz")));
  EXPECT_EQ(result.stats.imported, 0u);
  EXPECT_EQ(result.dates,
            "org,example)/ sha1:B2LTWWPUOYAAXDWXEMIRLNB6AG62GTNC "
            "20150101000000\n");
  EXPECT_EQ(result.stats.dates, 1u);
  EXPECT_EQ(skipped_in_all(result.stats), 1u);
}

TEST_F(ImportTest, ARevisitSaysWhatItIsOf) {
  auto revisit = [](const std::string& head, const std::string& of) {
    WarcFields fields;
    fields.type = "revisit";
    fields.uri = "http://example.org/b";
    fields.more =
        "WARC-Payload-Digest: sha1:B2LTWWPUOYAAXDWXEMIRLNB6AG62GTNC\r\n"
        "WARC-Refers-To-Date: 2014-02-03T04:05:06Z\r\n"
        "WARC-Refers-To-Target-URI: " +
        of + "\r\n";
    return warc_record(head, fields);
  };
  std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; x\r\n\r\n";
  Result result =
      import(revisit(head, "http://example.org/a") +
             revisit(head, "<http://EXAMPLE.org/b>") +
             revisit("HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n",
                     "http://example.org/a") +
             revisit("", "http://example.org/a"));
  ASSERT_EQ(result.documents.size(), 4u);
  document::Document& first = result.documents[0];
  EXPECT_EQ(first.type, "text/html");
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.no_text, document::NoText::kElsewhere);
  EXPECT_EQ(first.revisit_of, "http://example.org/a");
  EXPECT_EQ(first.revisit_of_date, "20140203040506");
  EXPECT_FALSE(first.date_only);
  EXPECT_EQ(result.documents[1].revisit_of, "");
  EXPECT_TRUE(result.documents[2].date_only);
  EXPECT_EQ(result.documents[3].type, "");
  EXPECT_FALSE(result.documents[3].date_only);
  EXPECT_EQ(result.stats.dates, 4u);
}

TEST_F(ImportTest, CapturesWithoutTextAreDocumentsAndTheReasonIsCounted) {
  Result result =
      import(warc_record(http_response("\x89PNG\r\n\x1a\n", "image/png")) +
             warc_record(http_response("\x89PNG\r\n\x1a\n", "text/html")) +
             warc_record(http_response("\x89PNG\r\n\x1a\n", "")) +
             warc_record(http_response("<p></p>", "text/html")) +
             warc_record(http_response("p {}", "text/css")));
  std::vector<std::string> found;
  for (const document::Document& document : result.documents) {
    found.push_back(document.type + ' ' +
                    std::string(document::word_of(document.no_text)));
  }
  EXPECT_THAT(found,
              ElementsAre("image/png text-unsupported", "text/html binary-body",
                          "image/png text-unsupported", "text/html text-none"));
  EXPECT_THAT(result.stats.without_text,
              ElementsAre(Pair("binary-body", 1), Pair("text-none", 1),
                          Pair("text-unsupported", 2)));
  EXPECT_THAT(result.stats.skipped, ElementsAre(Pair("type text/css", 1)));
}

TEST_F(ImportTest, ExcludedCapturesAreLeftOut) {
  std::string list =
      home_.write("list", "# comment\norg,example)/ " + sha1("a").substr(5) +
                              " 20140103030321 more\n\n" + "org,example)/ " +
                              sha1("b") + " 20150101000000\nbad line\n");
  ExclusionList exclusions(1 << 20, home_.path());
  cdx::OneIdentity identity;
  exclusions.load(list, ImportOptions().rules.spelling(), identity, problems_);
  exclusions.seal();
  EXPECT_EQ(exclusions.size(), 2u);
  EXPECT_THAT(problems_.ids(), ElementsAre("list-bad-line"));
  ImportOptions options;
  options.exclusions = &exclusions;
  Result result =
      import(warc_record(http_response("a")) + warc_record(http_response("b")),
             options);
  EXPECT_EQ(result.stats.excluded, 1u);
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].content, "b");
}

TEST_F(ImportTest, ASkippedOriginalOfExcludedCapturesIsReported) {
  std::string list =
      home_.write("list", "org,example)/ " + sha1("a") +
                              " 20150101000000 original=20140103030321\n");
  ExclusionList exclusions(1 << 20, home_.path());
  cdx::OneIdentity identity;
  exclusions.load(list, ImportOptions().rules.spelling(), identity, problems_);
  exclusions.seal();
  ImportOptions options;
  options.exclusions = &exclusions;
  std::string original = warc_record(http_response("a"));
  std::string skipped =
      warc_record(http_response("a", "text/plain", "404 Not Found"));
  (void)import(original, options);
  EXPECT_TRUE(problems_.all.empty());
  ExclusionList again(1 << 20, home_.path());
  again.load(list, ImportOptions().rules.spelling(), identity, problems_);
  again.seal();
  options.exclusions = &again;
  Result result = import(warc_record(http_response("b")) + skipped, options);
  EXPECT_EQ(result.stats.failed, 1u);
  ASSERT_THAT(problems_.ids(), ElementsAre("excluded-original"));
  EXPECT_EQ(problems_.all[0].severity, Severity::kLost);
  EXPECT_EQ(problems_.all[0].offset, warc_record(http_response("b")).size());
  EXPECT_EQ(problems_.all[0].text,
            "captures are excluded, but their original is not imported (status "
            "404): org,example)/ " +
                sha1("a") + " 20140103030321");
  // The other record of that second is imported.
  problems_.all.clear();
  ExclusionList third(1 << 20, home_.path());
  third.load(list, ImportOptions().rules.spelling(), identity, problems_);
  third.seal();
  options.exclusions = &third;
  EXPECT_EQ(import(skipped + original, options).stats.failed, 0u);
}

// Imports records of the version "org,example)/ DIGEST" with a list that names
// the seconds of 2014-01-03 03:03 whose captures are duplicates of second 21.
class ExcludedOriginalTest : public ImportTest {
 protected:
  Result import_listed(std::string_view digest, const std::string& archive,
                       const ImportOptions& others = {}) {
    std::string text;
    for (const char* second : {"22", "23"}) {
      text += "org,example)/ " + std::string(digest) + " 201401030303" +
              second + " original=20140103030321\n";
    }
    ExclusionList list(1 << 20, home_.path());
    cdx::OneIdentity identity;
    list.load(home_.write("list", text), ImportOptions().rules.spelling(),
              identity, problems_);
    list.seal();
    ImportOptions options = others;
    options.exclusions = &list;
    return import(archive, options);
  }
  static std::string at(int second, const std::string& block,
                        WarcFields fields = {}) {
    fields.date = "2014-01-03T03:03:" + std::to_string(second) + "Z";
    return warc_record(block, fields);
  }
};

TEST_F(ExcludedOriginalTest, AMetadataRecordIsNoOriginal) {
  std::string page = "<p>apple</p>";
  WarcFields metadata{.type = "metadata", .content_type = "text/html"};
  WarcFields resource{.type = "resource", .content_type = "text/html"};
  Result lost = import_listed(
      sha1(page),
      at(21, page, metadata) + at(22, page, resource) + at(23, page, resource));
  EXPECT_EQ(lost.stats.excluded, 2u);
  EXPECT_EQ(lost.stats.skipped["metadata"], 1u);
  ASSERT_THAT(problems_.ids(), ElementsAre("excluded-original"));
  EXPECT_EQ(problems_.all[0].offset, 0u);
  EXPECT_EQ(problems_.all[0].text,
            "captures are excluded, but their original is not imported "
            "(metadata): org,example)/ " +
                sha1(page) + " 20140103030321");
  EXPECT_EQ(lost.stats.failed, 1u);
  // Nothing but metadata has the version.
  problems_.all.clear();
  Result none = import_listed(sha1(page),
                              at(21, page, metadata) + at(22, page, metadata));
  EXPECT_EQ(none.stats.skipped["metadata"], 2u);
  EXPECT_TRUE(problems_.all.empty());
  // A metadata record that is no original may have an odd date.
  EXPECT_EQ(import_listed(sha1("b"), at(99, page, metadata)).stats.failed, 0u);
}

TEST_F(ExcludedOriginalTest,
       BodiesOfExcludedCapturesAreNotReadIfADigestIsStated) {
  const std::string digest = "sha1:B2LTWWPUOYAAXDWXEMIRLNB6AG62GTNC";
  WarcFields stated;
  stated.more = "WARC-Payload-Digest: " + digest + "\r\n";
  std::mt19937 random(1);
  std::string noise(100'000, 'x');
  for (char& c : noise) c = static_cast<char>('a' + random() % 26);
  for (bool states : {true, false}) {
    problems_.all.clear();
    std::string member = gzip_member(
        at(22, http_response(noise), states ? stated : WarcFields()));
    member[member.size() / 2] ^= 1;
    Result result =
        import_listed(states ? digest : sha1(noise),
                      member + gzip_member(at(24, http_response("herons"))));
    EXPECT_EQ(result.stats.excluded, states ? 1u : 0u);
    EXPECT_EQ(problems_.all.empty(), states);
    ASSERT_FALSE(result.documents.empty());
    EXPECT_EQ(result.documents.back().content, "herons");
  }
}

TEST_F(ExcludedOriginalTest, RequestsAreReadTogetherAllTheSame) {
  std::string page = "<p>apple</p>";
  ImportOptions options;
  options.identity.post_append = true;
  Result result = import_listed(
      sha1(page),
      at(21, page, {.type = "metadata", .content_type = "text/html"}) +
          at(22, page, {.type = "resource", .content_type = "text/html"}) +
          at(24, http_response("b")),
      options);
  EXPECT_THAT(problems_.ids(), ElementsAre("excluded-original"));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].content, "b");
}

TEST_F(ExcludedOriginalTest, ItsBytesMayBeOfATypeThatIsSkipped) {
  std::string stored = gzip_member("<title>t</title><p>apple");
  auto response = [&](const char* fields) {
    return "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n" +
           std::string(fields) + "\r\n" + stored;
  };
  std::string plain = response("");
  std::string coded = response("Content-Encoding: gzip\r\n");
  for (unsigned jobs : {1u, 3u}) {
    problems_.all.clear();
    ImportOptions options;
    options.jobs = jobs;
    Result lost =
        import_listed(sha1(stored), at(21, plain) + at(22, coded), options);
    EXPECT_EQ(lost.stats.excluded, 1u);
    ASSERT_THAT(problems_.ids(), ElementsAre("excluded-original"));
    EXPECT_THAT(problems_.all[0].text, testing::HasSubstr("(type application"));
  }
  // Its duplicates would be skipped, too.
  problems_.all.clear();
  Result none = import_listed(sha1(stored), at(21, plain) + at(22, plain));
  EXPECT_EQ(none.stats.excluded, 0u);
  EXPECT_EQ(skipped_in_all(none.stats), 2u);
  EXPECT_TRUE(problems_.all.empty());
  // It is imported.
  Result taken = import_listed(sha1(stored), at(21, coded) + at(22, coded));
  EXPECT_EQ(taken.stats.excluded, 1u);
  EXPECT_EQ(taken.documents.size(), 1u);
  EXPECT_TRUE(problems_.all.empty());
}

TEST_F(ImportTest, ARecordOfTheFirstSegmentIsReported) {
  WarcFields first;
  first.more = "WARC-Segment-Number: 1\r\n";
  WarcFields second;
  second.type = "continuation";
  second.more = "WARC-Segment-Number: 2\r\n";
  Result result = import(warc_record(http_response("<p>app"), first) +
                         warc_record("le", second));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].content, "app");
  EXPECT_TRUE(result.documents[0].truncated);
  EXPECT_THAT(problems_.ids(), ElementsAre("segmented-record"));
  EXPECT_EQ(result.stats.failed, 1u);
  EXPECT_THAT(result.stats.skipped, ElementsAre(Pair("continuation", 1u)));
}

TEST_F(ImportTest, StatusesAndTypesCanBeChosen) {
  ImportOptions options;
  options.rules =
      cdx::import_rules({"200,404-410", {"text/plain", "image/*"}, false});
  Result result =
      import(warc_record(http_response("a", "text/plain", "404 Not Found")) +
                 warc_record(http_response("b", "text/html")) +
                 warc_record(http_response("GIF8", "image/gif")) +
                 warc_record(http_response("d", "text/plain", "500 Oh")),
             options);
  ASSERT_EQ(result.documents.size(), 2u);
  EXPECT_EQ(result.documents[0].content, "a");
  EXPECT_EQ(result.documents[1].type, "image/gif");
  EXPECT_EQ(result.documents[1].content, "");
  ImportOptions all;
  all.rules.all_types = true;
  EXPECT_EQ(import(warc_record(http_response("GIF8", "image/gif")), all)
                .documents.size(),
            1u);
}

TEST_F(ImportTest, AVagueTypeIsDetectedFromTheBytes) {
  auto block = [](std::string_view body) {
    return "HTTP/1.1 200 OK\r\n\r\n" + std::string(body);
  };
  Result result =
      import(warc_record(block("<html><title>t</title>x")) +
             warc_record(block("just words")) + warc_record(block("PK\3\4")) +
             warc_record(http_response("words", "application/octet-stream")));
  ASSERT_EQ(result.documents.size(), 3u);
  EXPECT_EQ(result.documents[0].type, "text/html");
  EXPECT_EQ(result.documents[0].title, "t");
  EXPECT_EQ(result.documents[1].type, "text/plain");
  EXPECT_EQ(result.documents[2].content, "words");
  EXPECT_EQ(result.stats.skipped["type application/octet-stream"], 1u);
}

TEST_F(ImportTest, ABinaryBodyOfATextTypeGivesNoText) {
  Result result = import(warc_record(http_response("GIF89a", "text/html")));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].content, "");
  EXPECT_EQ(result.stats.without_text["binary-body"], 1u);
  EXPECT_THAT(problems_.ids(), ElementsAre("binary-body"));
}

TEST_F(ImportTest, DocumentsOfOtherTypesAreRead) {
  const std::string archive =
      warc_record(http_response("{\\rtf1 words}", "application/rtf")) +
      warc_record(http_response("%PDF-1.4 x", "application/pdf"));
  EXPECT_EQ(import(archive).documents.size(), 2u);
  ImportOptions options;
  options.rules.types = {"application/rtf", "application/pdf"};
  for (unsigned jobs : {1u, 3u}) {
    options.jobs = jobs;
    Result result = import(archive, options);
    ASSERT_EQ(result.documents.size(), 2u);
    EXPECT_EQ(result.documents[0].content, "words");
    EXPECT_EQ(result.documents[1].no_text, document::NoText::kDamaged);
    EXPECT_EQ(result.stats.without_text["text-damaged"], 1u);
  }
}

TEST_F(ImportTest, LongBodiesAreTruncatedAndMarked) {
  ImportOptions options;
  options.max_body = 1000;
  std::string body(5'000'000, 'a');
  Result result = import(warc_record(http_response(body, "text/plain")) +
                             warc_record(http_response("short", "text/plain")),
                         options);
  ASSERT_EQ(result.documents.size(), 2u);
  EXPECT_EQ(result.documents[0].content.size(), 1000u);
  EXPECT_EQ(result.documents[0].length,
            http_response(body, "text/plain").size());
  EXPECT_EQ(result.documents[0].digest, sha1(body));
  EXPECT_TRUE(result.documents[0].truncated);
  EXPECT_FALSE(result.documents[1].truncated);
  EXPECT_EQ(result.stats.truncated, 1u);
}

TEST_F(ImportTest, ALargeDocumentIsReadToItsEnd) {
  ImportOptions options;
  options.max_body = 1000;
  const std::string pdf = "%PDF-1.4 " + std::string(5'000, 'x');
  const std::string chunked =
      "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n"
      "Transfer-Encoding: chunked\r\n\r\n1391\r\n" +
      pdf + "\r\n0\r\n\r\n";
  const std::string archive =
      warc_record(http_response(pdf, "application/pdf")) +
      warc_record(chunked) +
      warc_record(http_response(std::string(5'000, 'x'), "text/plain"));
  for (uint64_t most : {uint64_t{5'009}, uint64_t{4'000}}) {
    options.max_document = most;
    problems_.all.clear();
    const Result result = import(archive, options);
    ASSERT_EQ(result.documents.size(), 3u);
    for (size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(result.documents[i].truncated, most < pdf.size()) << i;
    }
    EXPECT_TRUE(result.documents[2].truncated);
  }
}

TEST_F(ImportTest, TheRecordsOfATruncatedArchiveAreImported) {
  std::string whole = warc_record(http_response("<p>one")) +
                      warc_record(http_response("<p>two, and then more"));
  Result result = import(whole.substr(0, whole.size() - 12));
  ASSERT_EQ(result.documents.size(), 2u);
  EXPECT_EQ(result.documents[0].content, "one");
  EXPECT_TRUE(result.documents[1].truncated);
  EXPECT_EQ(result.stats.truncated, 1u);
  EXPECT_EQ(result.stats.failed, 1u);
  ASSERT_EQ(problems_.all.size(), 1u);
  EXPECT_EQ(problems_.all[0].id, "warc-truncated-record");
  EXPECT_EQ(problems_.all[0].file, "memory");
  EXPECT_EQ(problems_.all[0].offset, result.documents[1].offset);
}

TEST_F(ImportTest, ARecordWithoutADateIsLost) {
  std::string good = gzip_member(warc_record(http_response("one")));
  WarcFields fields;
  fields.date = "some day";
  Result result =
      import(good + gzip_member(warc_record(http_response("two"), fields)));
  EXPECT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.stats.failed, 1u);
  ASSERT_EQ(problems_.all.size(), 1u);
  EXPECT_EQ(problems_.all[0].id, "odd-date");
  EXPECT_EQ(problems_.all[0].severity, Severity::kLost);
  EXPECT_EQ(problems_.all[0].offset, good.size());
}

TEST_F(ImportTest, ARecordWithoutAUrlOrAKnownTypeIsLost) {
  const std::string page = warc_record(http_response("<p>a"));
  auto changed = [&](const std::string& field, const std::string& by) {
    std::string record = page;
    const size_t at = record.find(field);
    record.replace(at, record.find("\r\n", at) - at, by);
    return record;
  };
  for (const auto& [record, id] :
       {std::pair{changed("WARC-Target-URI", "WARC-Target-URI: "), "odd-url"},
        {changed("WARC-Target-URI", "X: y"), "odd-url"},
        {changed("WARC-Type", "WARC-Type: responce"), "odd-type"},
        {changed("WARC-Type", "X: y"), "odd-type"}}) {
    problems_.all.clear();
    const Result result = import(page + record + page);
    EXPECT_EQ(result.stats.imported, 2u) << id;
    ASSERT_THAT(problems_.ids(), ElementsAre(id));
    EXPECT_EQ(problems_.all[0].severity, Severity::kLost);
    EXPECT_EQ(problems_.all[0].offset, page.size());
  }
}

TEST_F(ImportTest, AResponseWithAnUnreadableStatusIsLost) {
  Result result = import(
      warc_record("HTTP/1.1200 OK\r\nContent-Type: text/html\r\n\r\n<p>a"));
  EXPECT_EQ(result.stats.imported, 0u);
  EXPECT_EQ(result.stats.failed, 1u);
  EXPECT_THAT(problems_.ids(), ElementsAre("odd-status"));
}

TEST_F(ImportTest, ADamagedRecordThatIsSkippedIsLost) {
  const std::string good = gzip_member(warc_record(http_response("good")));
  const struct {
    std::string_view from;
    std::string_view to;
  } kFlips[] = {{"200 OK", "400 OK"}, {"response", "sesponse"}};
  for (const auto& flip : kFlips) {
    std::string record = warc_record(http_response("page"));
    std::string damaged = record;
    damaged.replace(damaged.find(flip.from), flip.from.size(), flip.to);
    // The checksum is that of the record before it was damaged.
    std::string member = gzip_member(damaged);
    std::string before = gzip_member(record);
    member.replace(member.size() - 8, 4, before, before.size() - 8, 4);
    problems_.all.clear();
    Result result = import(member + good);
    EXPECT_EQ(result.stats.imported, 1u);
    EXPECT_EQ(result.stats.failed, 1u);
    EXPECT_THAT(problems_.ids(),
                ElementsAre("gzip-bad-checksum", "damaged-record-skipped"))
        << flip.to;
  }
  // Nothing is lost of a whole one.
  problems_.all.clear();
  std::string error = warc_record(http_response("page"));
  error.replace(error.find("200 OK"), 6, "400 OK");
  EXPECT_EQ(import(gzip_member(error)).stats.failed, 0u);
}

TEST_F(ImportTest, APageBehindALongHeadIsRead) {
  std::string block = "HTTP/1.1 200 OK\r\nA: ";
  block.append(20 << 20, 'x');
  block += "\r\nContent-Type: text/html\r\n\r\n<p>here";
  Result result = import(gzip_member(warc_record(block)));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].content, "here");
  EXPECT_EQ(result.documents[0].digest, sha1("<p>here"));
  EXPECT_EQ(result.documents[0].length, block.size());
  EXPECT_FALSE(result.documents[0].truncated);
  EXPECT_THAT(problems_.ids(), ElementsAre("http-head-limit"));
}

TEST_F(ImportTest, APageWithoutAHeadIsRead) {
  Result result = import(warc_record("<title>T</title>\n\nhere"));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].type, "text/html");
  EXPECT_EQ(result.documents[0].content, "here");
  EXPECT_EQ(result.documents[0].digest, sha1("<title>T</title>\n\nhere"));
}

TEST_F(ImportTest, ADamagedMemberIsReportedAndItsDocumentIsTruncated) {
  std::string text;
  for (int n = 0; n < 3000; ++n) text += std::to_string(n * 7919 % 10007) + ' ';
  std::string first = tests::gzip_member(warc_record(http_response("<p>one")));
  std::string bad_sum = first;
  bad_sum[bad_sum.size() - 5] ^= 1;
  std::string bad_data = tests::gzip_member(warc_record(http_response(text)));
  for (size_t i = bad_data.size() / 2; i < bad_data.size(); ++i) {
    bad_data[i] = '\xff';
  }
  Result result = import(bad_sum + bad_data + first);
  ASSERT_EQ(result.documents.size(), 3u);
  EXPECT_TRUE(result.documents[0].truncated);
  EXPECT_TRUE(result.documents[1].truncated);
  EXPECT_FALSE(result.documents[2].truncated);
  EXPECT_EQ(result.stats.truncated, 2u);
  EXPECT_GE(result.stats.failed, 1u);
  std::vector<std::pair<std::string, std::optional<uint64_t>>> damage;
  for (const Problem& problem : problems_.all) {
    if (!problem.id.starts_with("gzip-")) continue;
    damage.emplace_back(problem.id, problem.offset);
  }
  EXPECT_THAT(damage, testing::Contains(Pair("gzip-bad-checksum", 0u)));
  EXPECT_THAT(damage, testing::Contains(Pair("gzip-bad-member", first.size())));
}

TEST_F(ImportTest, AnArchiveCompressedAsAWholeLosesNothing) {
  Result result =
      import(tests::gzip_member(warc_record(http_response("<p>one")) +
                                warc_record(http_response("<p>two"))));
  ASSERT_EQ(result.documents.size(), 2u);
  EXPECT_FALSE(result.documents[1].truncated);
  EXPECT_EQ(result.stats.failed, 0u);
  EXPECT_THAT(problems_.ids(), ElementsAre("gzip-not-per-record"));
  EXPECT_EQ(problems_.all[0].severity, Severity::kWarning);
}

TEST_F(ImportTest, ArcRecordsHaveTheirOwnType) {
  Result result = import(gzip_member(arc_filedesc("x.arc")) +
                         gzip_member(arc_record(http_response("<p>arc"))));
  ASSERT_EQ(result.documents.size(), 1u);
  EXPECT_EQ(result.documents[0].content, "arc");
  EXPECT_EQ(result.documents[0].digest, sha1("<p>arc"));
  EXPECT_EQ(result.stats.skipped["filedesc"], 1u);
}

TEST_F(ImportTest, SameBytesWithAnyNumberOfThreads) {
  std::vector<std::string> archives(3);
  int number = 0;
  for (std::string& archive : archives) {
    for (int i = 0; i < 900; ++i) {
      ++number;
      WarcFields fields;
      fields.uri = "http://example.org/" + std::to_string(number);
      std::string body =
          "<p>" + std::to_string(number) +
          std::string(static_cast<size_t>(number % 50) * 200, 'x');
      archive += warc_record(
          http_response(body, number % 7 ? "text/html" : "image/gif"), fields);
    }
  }
  ImportOptions options;
  Result one = import(archives, options);
  EXPECT_EQ(one.stats.read, 2700u);
  for (unsigned jobs : {2u, 3u, 8u}) {
    options.jobs = jobs;
    Result many = import(archives, options);
    EXPECT_EQ(many.fingerprint, one.fingerprint) << jobs;
  }
}

// Archives on disk, which are cut into pieces: of members, without compression,
// compressed as a whole, damaged, and with records that hold archives.
TEST_F(ImportTest, PiecesOfArchivesGiveTheSameBytesWithAnyNumberOfThreads) {
  std::mt19937 random(13);
  auto below = [&](unsigned most) {
    return static_cast<unsigned>(random()) % most;
  };
  std::string members;
  std::string plain;
  std::string mixed;
  int number = 0;
  for (int i = 0; i < 300; ++i) {
    WarcFields fields;
    fields.uri = "http://example.org/" + std::to_string(++number);
    std::string noise;
    for (unsigned size = below(600); size > 0; --size) {
      noise += static_cast<char>('a' + below(26));
    }
    if (below(20) == 0) noise += members.substr(0, 3000);
    if (below(20) == 0) noise += plain.substr(0, 3000);
    if (below(9) == 0) fields.type = "request";
    std::string record = warc_record(
        http_response("<p>" + noise, below(5) ? "text/html" : "text/css"),
        fields);
    plain += record;
    std::string member = gzip_member(record);
    members += member;
    if (below(12) == 0) member[member.size() / 2] ^= 1;
    mixed += below(3) == 0 ? gzip_member(record + record) : member;
  }
  std::vector<ListedArchive> archives;
  int count = 0;
  for (const std::string& bytes : {members, plain, gzip_member(plain), mixed,
                                   std::string(), plain + "x"}) {
    archives.push_back({home_.write("a" + std::to_string(++count), bytes), ""});
  }
  archives.push_back({home_ / "missing", ""});
  for (uint64_t piece : {700u, 5000u, 1u << 20}) {
    std::string fingerprint;
    std::string stats;
    std::vector<std::string> reported;
    for (unsigned jobs : {1u, 2u, 5u, 200u}) {
      ImportOptions options;
      options.jobs = jobs;
      options.piece = piece;
      std::string path = home_ / "cut";
      SegmentWriter writer(path, cdx::UrlKeyKind::kSurt, true);
      problems_.all.clear();
      Importer importer(options, writer, problems_);
      importer.import_archives(archives);
      std::string text = importer.finish().json();
      writer.finish(text);
      std::vector<std::string> all;
      for (const Problem& problem : problems_.all) {
        all.push_back(problem.file + ' ' +
                      std::to_string(problem.offset.value_or(0)) + problem.id);
      }
      std::string found = SegmentReader(path).fingerprint();
      if (jobs == 1) {
        fingerprint = found;
        stats = text;
        reported = all;
      }
      EXPECT_EQ(found, fingerprint) << piece << ' ' << jobs;
      EXPECT_EQ(text, stats) << piece << ' ' << jobs;
      EXPECT_EQ(all, reported) << piece << ' ' << jobs;
    }
  }
}

TEST_F(ImportTest, EveryRecordIsCountedOnce) {
  auto archives = tests::shared_file("archives");
  if (!archives) GTEST_SKIP() << tests::kNoShared;
  for (const auto& entry : std::filesystem::directory_iterator(*archives)) {
    std::string path = entry.path().string();
    SegmentWriter writer(home_ / "all", cdx::UrlKeyKind::kSurt, false);
    ImportOptions options;
    options.jobs = 2;
    Importer importer(options, writer, problems_);
    importer.import_archives({{path, ""}});
    ImportStats stats = importer.finish();
    EXPECT_EQ(stats.read, stats.imported + stats.excluded + stats.dates +
                              skipped_in_all(stats))
        << path;
  }
}

TEST_F(ImportTest, RequestsArePartOfKeysOnDemand) {
  auto record = [](const char* type, std::string block, std::string more) {
    return warc_record(block, {.type = type, .more = std::move(more)});
  };
  std::string archive;
  for (int n = 0; n < 100; ++n) {
    std::string id = std::to_string(n);
    std::string form = "a=" + std::to_string(n % 2);
    archive += record("response", http_response("answer " + id),
                      "WARC-Record-ID: <r" + id + ">\r\n") +
               record("request",
                      "POST / HTTP/1.1\r\nContent-Type: "
                      "application/x-www-form-urlencoded\r\n"
                      "Content-Length: 3\r\n\r\n" +
                          form,
                      "WARC-Record-ID: <q" + id +
                          ">\r\nWARC-Concurrent-To: <r" + id + ">\r\n");
  }
  ImportOptions options;
  options.identity.post_append = true;
  Result result = import(archive, options);
  ASSERT_EQ(result.documents.size(), 100u);
  for (size_t n = 0; n < result.documents.size(); ++n) {
    EXPECT_EQ(result.documents[n].content, "answer " + std::to_string(n));
    EXPECT_EQ(result.documents[n].urlkey,
              "org,example)/?__wb_method=post&a=" + std::to_string(n % 2));
  }
  EXPECT_EQ(result.stats.read, 200u);
  EXPECT_THAT(result.stats.skipped, ElementsAre(Pair("request", 100u)));
}

TEST_F(ImportTest, WhatRobotsAreAskedForMayBeIgnored) {
  std::string archive = warc_record(
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
      "X-Robots-Tag: noindex\r\n\r\n<p>a");
  Result heeded = import(archive);
  EXPECT_TRUE(heeded.documents.at(0).noindex);
  EXPECT_EQ(heeded.stats.noindex, 1u);
  ImportOptions options;
  options.ignore_robots = true;
  Result ignored = import(archive, options);
  EXPECT_FALSE(ignored.documents.at(0).noindex);
  EXPECT_EQ(ignored.stats.noindex, 0u);
}

TEST_F(ImportTest, APackageThatContradictsItselfIsToldOnce) {
  const std::string page =
      warc_record(http_response("Content-Type: text/html\r\n", "<p>a"));
  auto problems_with = [&](const std::string& digest) {
    const std::string path = home_.write(
        "a.wacz", tests::zip_of({{"archive/a.warc", page},
                                 {"archive/b.warc", page},
                                 {"datapackage.json", "{\"resources\":[]}"},
                                 {"datapackage-digest.json", digest}}));
    SegmentWriter writer(home_ / ("p" + std::to_string(++count_)),
                         ImportOptions().identity.key_kind(), false);
    const ImportOptions options;
    tests::Problems problems;
    Importer importer(options, writer, problems);
    importer.import_archives(
        {{path + "!/archive/a.warc", ""}, {path + "!/archive/b.warc", ""}});
    EXPECT_EQ(importer.finish().imported, 2u);
    writer.finish("{}\n");
    return problems.ids();
  };
  warc::Digester digester(warc::DigestAlgorithm::kSha256);
  digester.update("{\"resources\":[]}");
  const std::string hash =
      "{\"path\":\"datapackage.json\",\"hash\":\"" +
      warc::spelling(digester.finish()) + "\"";
  EXPECT_THAT(problems_with(hash + "}"), ElementsAre());
  EXPECT_THAT(problems_with(hash + ",\"signedData\":{\"hash\":\"x\"}}"),
              ElementsAre("wacz-bad-signature"));
}

}  // namespace
}  // namespace wax::collection
