#include "index/writer/norm_column.h"

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

std::string written(const NormColumn& norms, const TempDir& folder) {
  IndexFile file(folder / "norms");
  norms.write(file);
  file.finish();
  return tests::read_file(folder / "norms");
}

TEST(NormColumnTest, DocumentsWithoutTheFieldHaveTheNormOfNone) {
  TempDir folder;
  NormColumn norms(folder.path());
  norms.fill(2);
  norms.add("ab");
  norms.fill(1);
  const std::string none(1, static_cast<char>(kNoNorm));
  EXPECT_EQ(written(norms, folder), none + none + "ab" + none);
}

TEST(NormColumnTest, ManyNormsAreThoseOfAFile) {
  TempDir folder;
  NormColumn norms(folder.path());
  std::string expected;
  for (char c = 'a'; c < 'k'; ++c) {
    const std::string some(400'000, c);
    norms.add(some);
    expected += some;
  }
  EXPECT_TRUE(written(norms, folder) == expected);
}

}  // namespace
}  // namespace wax::index
