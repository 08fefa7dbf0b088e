#include "warc/check/data_package.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kWacz = tests::source_path("tests/data/herons.wacz");

TEST(DataPackage, IsTheDocument) {
  test::Problems problems;
  auto json = data_package(kWacz, PackageForm::kJson, problems);
  ASSERT_TRUE(json);
  EXPECT_TRUE(json->starts_with("{\"profile\":\"data-package\",")) << *json;
  EXPECT_TRUE(json->ends_with("}\n"));
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(DataPackage, IsItsLeaves) {
  NoProblems problems;
  auto leaves = data_package(kWacz, PackageForm::kLeaves, problems);
  ASSERT_TRUE(leaves);
  EXPECT_THAT(*leaves, HasSubstr(kWacz + "\twacz_version\t1.1.1\n"));
  EXPECT_THAT(*leaves, HasSubstr("\tresources.1.name\tlevels.warc\n"));
}

TEST(DataPackage, MayNotBeThere) {
  tests::TempDir home;
  test::Problems problems;
  const std::string wacz = tests::read_file(kWacz);
  for (const std::string& path :
       {home.write("cut", wacz.substr(0, wacz.size() / 2)),
        home.write("text", "no zip file"), home / "none"}) {
    EXPECT_FALSE(data_package(path, PackageForm::kJson, problems)) << path;
  }
  EXPECT_THAT(problems.ids(),
              ElementsAre("bad-zip", "bad-zip", "unreadable-archive"));
}

}  // namespace
}  // namespace wax::warc
