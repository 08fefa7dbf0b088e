#include "cdx/profile/profile_policies.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cdx/indexer/one_record.h"

namespace wax::cdx {
namespace {

TEST(ProfilePolicies, AreThoseThatProfileFindsByTheirNames) {
  const std::pair<const Profile*, const char*> cases[] = {
      {&pywb_profile(), "pywb"},
      {&ia_profile(), "ia"},
      {&ia_screenshots_profile(), "ia-screenshots"},
      {&nutchwax_profile(), "nutchwax"},
      {&warcio_profile(), "warcio"},
  };
  for (const auto& [policy, name] : cases) {
    EXPECT_EQ(policy->name(), name);
    EXPECT_EQ(profile(name), policy);
  }
  EXPECT_EQ(profile_names().size(), std::size(cases));
}

TEST(ProfilePolicies, MakeADateOf14DigitsByTheRulesOfTheFormat) {
  const struct {
    warc::Format format;
    const char* stated;
    const char* date;
  } kCases[] = {
      {warc::Format::kWarc, "2014-01-03T03:03:21Z", "20140103030321"},
      {warc::Format::kWarc, "2014-01-03T03:03:21.5Z", "20140103030321"},
      {warc::Format::kWarc, "yesterday", ""},
      {warc::Format::kWarc, "", ""},
      {warc::Format::kArc, "20140103030321", "20140103030321"},
      {warc::Format::kArc, "200011201434", "20001120143400"},
      {warc::Format::kArc, "yesterday", ""},
  };
  for (const auto& c : kCases) {
    warc::Record record;
    record.format = c.format;
    record.date = c.stated;
    std::string date;
    set_date(record, date);
    EXPECT_EQ(date, c.date) << c.stated;
  }
}

TEST(ProfilePolicies, ReadHeaderFieldsThatMayBeAbsent) {
  OneRecord record(tests::warc_record("a", {.more = "X-A: b\r\nX-B:\r\n"}));
  EXPECT_EQ(header_field(record.view().record, "x-a"), "b");
  EXPECT_EQ(header_field(record.view().record, "X-B"), "");
  EXPECT_EQ(header_field(record.view().record, "X-C"), "");
}

TEST(ProfilePolicies, TakePayloadDigestsWithoutTheNameOfSha1) {
  const std::pair<const char*, const char*> cases[] = {
      {"WARC-Payload-Digest: sha1:ABC\r\n", "ABC"},
      {"warc-payload-digest: ABC\r\n", "ABC"},
      {"WARC-Payload-Digest: sha256:00\r\n", "sha256:00"},
      {"WARC-Payload-Digest:\r\n", ""},
      {"WARC-Block-Digest: sha1:ABC\r\n", ""},
      {"", ""},
  };
  for (const auto& [fields, digest] : cases) {
    OneRecord record(tests::warc_record("a", {.more = fields}));
    EXPECT_EQ(payload_digest(record.view().record), digest) << fields;
  }
}

}  // namespace
}  // namespace wax::cdx
