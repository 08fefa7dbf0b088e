#include "warc/check/block_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::Problems;

std::string record_with(std::string_view block, const std::string& more) {
  tests::WarcFields fields;
  fields.more = more;
  return tests::warc_record(block, fields);
}

// "wax" in SHA-1 and base32, as openssl computes it.
const std::string kWax = "sha1:MU2HA6B2SOMFXDVDV3DITTLRKM6ICBOW";

class BlockChecks : public testing::Test {
 protected:
  // Checks all records with one object.
  void check(const std::string& bytes, bool digests = true) {
    problems_.all.clear();
    block_ = payload_ = {};
    const std::string path = directory_.write("a", bytes);
    auto reader = open_archive(path, problems_);
    BlockCheck check(path, digests, problems_);
    Record record;
    while (reader->next(record)) {
      check.read(record);
      (void)reader->finish();
      check.compare(reader->intact(), block_, payload_);
    }
  }

  tests::TempDir directory_;
  Problems problems_;
  DigestCounts block_;
  DigestCounts payload_;
};

TEST_F(BlockChecks, OneRecordsDigestsSayNothingOfTheNext) {
  const std::string block = tests::http_response("wax");
  const std::string other = tests::http_response("wing");
  const std::string stated = "WARC-Payload-Digest: " + kWax + "\r\n";
  check(record_with(block, stated) + record_with(other, "") +
        record_with(other, stated) + record_with(block, stated));
  EXPECT_EQ(payload_.stated, 3u);
  EXPECT_EQ(payload_.either, 2u);
  EXPECT_EQ(payload_.mismatched, 1u);
  EXPECT_EQ(block_.stated, 0u);
  EXPECT_THAT(problems_.ids(), ElementsAre("warc-payload-digest-mismatch"));
  ASSERT_EQ(problems_.all.size(), 1u);
  EXPECT_EQ(problems_.all[0].offset,
            record_with(block, stated).size() + record_with(other, "").size());
}

TEST_F(BlockChecks, WithoutDigestsNoneIsCounted) {
  check(record_with(tests::http_response("wing"),
                    "WARC-Payload-Digest: " + kWax + "\r\n"),
        false);
  EXPECT_EQ(payload_.stated, 0u);
  EXPECT_THAT(problems_.ids(), IsEmpty());
}

TEST_F(BlockChecks, ABlockThatIsNoHttpIsToldWithoutDigestsToo) {
  check(record_with("<html>wax</html>", ""), false);
  EXPECT_THAT(problems_.ids(), ElementsAre("odd-http"));
}

TEST_F(BlockChecks, ADigestOfADamagedRecordIsUnchecked) {
  const std::string whole = record_with(
      tests::http_response("wax"),
      "WARC-Payload-Digest: " + kWax + "\r\nWARC-Block-Digest: odd:1\r\n");
  check(whole.substr(0, whole.size() - 5));
  EXPECT_EQ(payload_.unchecked, 1u);
  EXPECT_EQ(block_.unchecked, 1u);
  EXPECT_EQ(payload_.mismatched, 0u);
}

}  // namespace
}  // namespace wax::warc
