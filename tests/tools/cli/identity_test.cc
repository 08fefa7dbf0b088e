#include "tools/cli/identity.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"

namespace wax::tools::cli {
namespace {

cdx::IdentityArgs parsed(const std::vector<std::string>& arguments) {
  OptionTable table;
  cdx::IdentityArgs words;
  declare_identity(table, words);
  table.parse(arguments);
  return words;
}

TEST(IdentityOptions, AreReadByTheirNames) {
  cdx::IdentityArgs words =
      parsed({"--profile", "nutchwax", "--urlkey", "surt", "--digest", "always",
              "--digest-of", "decoded", "--digest-algorithm", "sha256", "-p"});
  EXPECT_EQ(words.profile, "nutchwax");
  EXPECT_EQ(words.url_key, "surt");
  EXPECT_EQ(words.digest, "always");
  EXPECT_EQ(words.digest_of, "decoded");
  EXPECT_EQ(words.digest_algorithm, "sha256");
  EXPECT_TRUE(words.post_append);
}

TEST(IdentityOptions, RefuseOtherWords) {
  EXPECT_THROW((void)parsed({"--profile", "nobody"}), UsageError);
  EXPECT_THROW((void)parsed({"--urlkey", "sort"}), UsageError);
  EXPECT_THROW((void)parsed({"--digest-algorithm", "crc"}), UsageError);
}

}  // namespace
}  // namespace wax::tools::cli
