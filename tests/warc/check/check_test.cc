#include "warc/check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::warc {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::Problems;

constexpr std::string_view kId = "WARC-Record-ID: <urn:x:1>\r\n";
constexpr std::string_view kChunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr std::string_view kChunks = "3\r\nwax\r\n4\r\nwing\r\n0\r\n\r\n";

std::string digest_of(std::string_view bytes, DigestAlgorithm algorithm,
                      bool hex) {
  Digester digester(algorithm);
  digester.update(bytes);
  std::string raw(digester.finish().bytes());
  return std::string(name(algorithm)) + ":" +
         (hex ? text::to_hex(raw) : to_base32(raw));
}

std::string sha1(std::string_view bytes) {
  return digest_of(bytes, DigestAlgorithm::kSha1, false);
}

class Check : public testing::Test {
 protected:
  CheckReport check(std::string_view bytes) {
    problems_.all.clear();
    std::string path = directory_.write("a", bytes);
    return check_archive(path, {}, problems_);
  }
  // A record with these digests, where they are not empty.
  CheckReport check(std::string_view block, const std::string& block_digest,
                    const std::string& payload_digest,
                    const std::string& type = "response") {
    tests::WarcFields fields;
    fields.type = type;
    fields.more = kId;
    if (!block_digest.empty()) {
      fields.more += "WARC-Block-Digest: " + block_digest + "\r\n";
    }
    if (!payload_digest.empty()) {
      fields.more += "WARC-Payload-Digest: " + payload_digest + "\r\n";
    }
    if (type == "revisit") {
      fields.more +=
          "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/"
          "identical-payload-digest\r\n";
    }
    return check(tests::warc_record(block, fields));
  }

  tests::TempDir directory_;
  Problems problems_;
};

TEST_F(Check, ADigestMatchesInAnySpelling) {
  std::string block = tests::http_response("waxwing");
  for (DigestAlgorithm algorithm :
       {DigestAlgorithm::kSha1, DigestAlgorithm::kSha256,
        DigestAlgorithm::kSha512, DigestAlgorithm::kMd5}) {
    for (bool hex : {false, true}) {
      CheckReport report = check(block, digest_of(block, algorithm, hex),
                                 digest_of("waxwing", algorithm, hex));
      EXPECT_THAT(problems_.ids(), IsEmpty()) << name(algorithm) << hex;
      EXPECT_EQ(report.block.whole_block, 1u);
      EXPECT_EQ(report.payload.either, 1u);
    }
  }
  check(block, "", "sha1:W/F0x7824hLRrofEfjB0IZAzHHY=");
  EXPECT_THAT(problems_.ids(), IsEmpty());
}

TEST_F(Check, CountsPayloadDigestsByTheBytesTheyMatch) {
  std::string block = std::string(kChunked) + std::string(kChunks);
  EXPECT_EQ(check(block, "", sha1(kChunks)).payload.stored, 1u);
  EXPECT_THAT(problems_.ids(), IsEmpty());
  EXPECT_EQ(check(block, "", sha1("waxwing")).payload.dechunked, 1u);
  EXPECT_THAT(problems_.ids(), IsEmpty());
  EXPECT_EQ(check(block, "", sha1("wax")).payload.mismatched, 1u);
  EXPECT_THAT(problems_.ids(), ElementsAre("warc-payload-digest-mismatch"));
  // Said to be chunked, but not: one convention.
  std::string plain = std::string(kChunked) + "waxwing";
  EXPECT_EQ(check(plain, "", sha1("waxwing")).payload.either, 1u);
}

TEST_F(Check, WithoutHttpThePayloadIsTheBlock) {
  tests::WarcFields fields;
  fields.type = "resource";
  fields.content_type = "text/plain";
  for (bool both : {false, true}) {
    fields.more = std::string(kId) + "WARC-Payload-Digest: " +
                  sha1("HTTP/1.1 200 OK\r\n\r\nwaxwing") + "\r\n";
    if (both) {
      fields.more +=
          "WARC-Block-Digest: " + sha1("HTTP/1.1 200 OK\r\n\r\nwaxwing") +
          "\r\n";
    }
    CheckReport report =
        check(tests::warc_record("HTTP/1.1 200 OK\r\n\r\nwaxwing", fields));
    EXPECT_THAT(problems_.ids(), IsEmpty());
    EXPECT_EQ(report.payload.whole_block, 1u);
    EXPECT_EQ(report.block.whole_block, both ? 1u : 0u);
  }
}

TEST_F(Check, AResourceHasNoHttpHead) {
  std::string block = tests::http_response("waxwing");
  tests::WarcFields fields;
  fields.type = "resource";
  fields.content_type = "application/http";
  fields.more =
      std::string(kId) + "WARC-Payload-Digest: " + sha1(block) + "\r\n";
  EXPECT_EQ(check(tests::warc_record(block, fields)).payload.whole_block, 1u);
  EXPECT_THAT(problems_.ids(), IsEmpty());
}

TEST_F(Check, AChangedByteIsFound) {
  std::string block = tests::http_response("waxwing");
  std::string changed = tests::http_response("waxwinG");
  CheckReport report = check(changed, sha1(block), sha1("waxwing"));
  EXPECT_THAT(problems_.ids(), ElementsAre("warc-block-digest-mismatch",
                                           "warc-payload-digest-mismatch"));
  EXPECT_EQ(report.block.mismatched, 1u);
  EXPECT_EQ(report.payload.mismatched, 1u);
}

TEST_F(Check, APayloadThatIsElsewhereIsUnchecked) {
  std::string head = "HTTP/1.1 200 OK\r\n\r\n";
  CheckReport report = check(head, sha1(head), sha1("waxwing"), "revisit");
  EXPECT_THAT(problems_.ids(), IsEmpty());
  EXPECT_EQ(report.payload.unchecked, 1u);
  EXPECT_EQ(report.block.whole_block, 1u);
}

TEST_F(Check, DigestsThatCannotBeReadAreReported) {
  std::string block = tests::http_response("waxwing");
  CheckReport report = check(block, "blake3:abcd", "sha1:1112");
  EXPECT_THAT(problems_.ids(),
              ElementsAre("warc-unknown-digest", "warc-bad-digest"));
  EXPECT_EQ(report.block.unchecked, 1u);
  EXPECT_EQ(report.payload.unchecked, 1u);
}

TEST_F(Check, ADamagedRecordIsReportedOnce) {
  std::string block = tests::http_response("waxwing");
  tests::WarcFields fields;
  fields.more = std::string(kId) + "WARC-Block-Digest: " + sha1(block) + "\r\n";
  std::string bytes = tests::warc_record(block, fields);
  CheckReport report =
      check(std::string_view(bytes).substr(0, bytes.size() - 6));
  EXPECT_THAT(problems_.ids(), ElementsAre("warc-truncated-record"));
  EXPECT_EQ(report.records, 1u);
  EXPECT_EQ(report.intact, 0u);
  EXPECT_EQ(report.block.unchecked, 1u);
}

TEST_F(Check, AnArcBeginsWithItsVersionBlock) {
  std::string record = tests::arc_record(tests::http_response("waxwing"));
  EXPECT_EQ(check(tests::arc_filedesc("a.arc") + record).records, 2u);
  EXPECT_THAT(problems_.ids(), IsEmpty());
  EXPECT_EQ(check(record).format, "arc");
  EXPECT_THAT(problems_.ids(), ElementsAre("arc-no-version-block"));
  check("filedesc://a.arc 0.0.0.0 20140103030000 text/plain 8\nnothing\n\n" +
        record);
  EXPECT_THAT(problems_.ids(), Contains("arc-bad-version-block"));
}

TEST_F(Check, CollectsIdsAndReferences) {
  tests::WarcFields fields;
  fields.more = std::string(kId) +
                "WARC-Concurrent-To: <urn:x:2>\r\n"
                "WARC-Concurrent-To: <urn:x:3>\r\n"
                "WARC-Warcinfo-ID: <urn:x:4>\r\n";
  CheckReport report =
      check(tests::warc_record(tests::http_response("waxwing"), fields));
  ASSERT_EQ(report.ids.ids.size(), 1u);
  EXPECT_EQ(report.ids.ids[0].id, record_id("<urn:x:1>"));
  ASSERT_EQ(report.ids.links.size(), 3u);
  EXPECT_EQ(report.ids.links[1].to, record_id("<urn:x:3>"));
}

TEST_F(Check, AMissingFileIsAnError) {
  EXPECT_THROW((void)check_archive(directory_ / "none", {}, problems_),
               IoError);
}

TEST(CheckJson, IsOneObjectPerFile) {
  std::string text;
  auto output = io::open_memory(text);
  CheckJson json(*output);
  CheckReport report;
  report.format = "warc";
  report.records = 3;
  report.intact = 2;
  report.block.stated = 2;
  report.block.mismatched = 1;
  json.begin("a \"b\"");
  json.add({Severity::kLost, "lost-id", "a \"b\"", 7, "why"});
  json.add({Severity::kNote, "odd-id", "a \"b\"", {}, "so"});
  json.end(report);
  EXPECT_EQ(
      text,
      R"({"file":"a \"b\"","findings":[)"
      R"({"offset":7,"severity":"lost","id":"lost-id","text":"why"},)"
      R"({"severity":"note","id":"odd-id","text":"so"}],)"
      R"("format":"warc","records":3,"intact":2,)"
      R"("blockDigests":{"stated":2,"stored":0,"dechunked":0,"either":0,)"
      R"("block":0,"mismatched":1,"unchecked":0},)"
      R"("payloadDigests":{"stated":0,"stored":0,"dechunked":0,"either":0,)"
      R"("block":0,"mismatched":0,"unchecked":0},"clean":false})"
      "\n");
}

TEST(CheckJson, ANoteLeavesAFileClean) {
  std::string text;
  auto output = io::open_memory(text);
  CheckJson json(*output);
  json.begin("a");
  json.add({Severity::kLost, "x", "a", {}, ""});
  json.end({});
  text.clear();
  json.begin("b");
  json.add({Severity::kNote, "x", "b", {}, ""});
  json.end({});
  EXPECT_TRUE(text.ends_with("\"clean\":true}\n")) << text;
  EXPECT_NE(text.find("\"format\":null"), std::string::npos);
}

TEST(CheckJson, AFindingBeginsItsFile) {
  std::string text;
  auto output = io::open_memory(text);
  CheckJson json(*output);
  json.add({Severity::kLost, "x", "gone", {}, ""});
  json.end({});
  EXPECT_TRUE(text.starts_with("{\"file\":\"gone\",\"findings\":[{")) << text;
}

}  // namespace

}  // namespace wax::warc
