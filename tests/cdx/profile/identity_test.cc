#include "cdx/profile/identity.h"

#include <gtest/gtest.h>

#include <set>

#include "io/error.h"

namespace wax::cdx {
namespace {

using Words = std::vector<std::string>;

TEST(Identity, HasOneSpelling) {
  EXPECT_EQ(IdentityOptions().spelling(),
            "profile=pywb urlkey=surt digest=missing digest-of=stored "
            "digest-algorithm=sha1 post-append=no");
  IdentityOptions identity;
  identity.profile = profile("nutchwax");
  identity.digest = DigestMode::kAlways;
  identity.digest_form = {warc::DigestAlgorithm::kSha256, DigestOf::kDecoded};
  identity.post_append = true;
  const std::string spelling =
      "profile=nutchwax urlkey=legacy digest=always digest-of=decoded "
      "digest-algorithm=sha256 post-append=yes";
  EXPECT_EQ(identity.spelling(), spelling);
  identity.url_key = UrlKeyKind::kLegacy;
  EXPECT_EQ(identity.spelling(), spelling) << "the profile's, said or not";
  identity.minimal = true;
  EXPECT_NE(identity.spelling(), spelling) << "other bytes are digested";
}

TEST(Identity, IsChosenByTheOptionsOfTools) {
  EXPECT_EQ(identity_of({}).spelling(), IdentityOptions().spelling());
  EXPECT_EQ(digest_mode_names().front(), IdentityArgs().digest);
  EXPECT_EQ(digest_of_names().front(), IdentityArgs().digest_of);
  std::set<std::string> spellings;
  for (const std::string& mode : digest_mode_names()) {
    for (const std::string& of : digest_of_names()) {
      IdentityArgs words;
      words.digest = mode;
      words.digest_of = of;
      spellings.insert(identity_of(words).spelling());
    }
  }
  EXPECT_EQ(spellings.size(), 12u);
  IdentityArgs header;
  header.digest = "header";
  EXPECT_EQ(identity_of(header).digest, DigestMode::kHeader);
}

TEST(Identity, RefusesOtherWords) {
  auto refuses = [](auto change) {
    IdentityArgs words;
    change(words);
    EXPECT_THROW((void)identity_of(words), UsageError);
  };
  refuses([](auto& words) { words.profile = "wayback"; });
  refuses([](auto& words) { words.digest = "Header"; });
  refuses([](auto& words) { words.digest_of = ""; });
  refuses([](auto& words) { words.digest_algorithm = "crc32"; });
}

TEST(Identity, IsHandedToToolsAsOptions) {
  EXPECT_EQ(tool_options({}), (Words{"--urlkey", "surt"}));
  IdentityArgs words;
  words.url_key = "legacy";
  words.digest_of = "decoded";
  words.post_append = true;
  EXPECT_EQ(
      tool_options(identity_of(words)),
      (Words{"--urlkey", "legacy", "--digest-of", "decoded", "--post-append"}));
}

}  // namespace
}  // namespace wax::cdx
