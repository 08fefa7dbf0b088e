#include "io/inputs/wacz.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::io {
namespace {

using namespace std::string_literals;

TEST(DataPackage, ListsFilesWithSizesAndDigests) {
  auto package = parse_data_package(
      "{\n \"profile\": \"data-package\",\n \"resources\": [\n  {\"name\": "
      "\"a\", \"path\": \"archive/\\u0061\", \"hash\": \"sha256:00\", "
      "\"bytes\": 12\n  }, {\"path\":\"b\"} ]\n}\n");
  ASSERT_TRUE(package);
  EXPECT_FALSE(package->is_multi);
  ASSERT_EQ(package->files.size(), 2u);
  EXPECT_EQ(package->files[0].path, "archive/a");
  EXPECT_EQ(package->files[0].size, 12u);
  EXPECT_EQ(package->files[0].digest, "sha256:00");
  EXPECT_EQ(package->files[1].path, "b");
  EXPECT_FALSE(package->files[1].size);
}

TEST(DataPackage, MayBeOfOtherPackages) {
  auto package = parse_data_package(
      "{\"profile\":\"multi-wacz-package\",\"resources\":[]}");
  ASSERT_TRUE(package);
  EXPECT_TRUE(package->is_multi);
  EXPECT_TRUE(package->files.empty());
}

TEST(DataPackage, NamesTheFilesThatItRequires) {
  auto package = parse_data_package(
      R"({"resources":[],"relation":{"requires":[{"filename":"a.wacz",)"
      R"("hash":"00","size":7,"crawlId":"c"},{"hash":"x"},1,)"
      R"({"filename":"b.wacz"}]}})");
  ASSERT_TRUE(package);
  ASSERT_EQ(package->required.size(), 2u);
  EXPECT_EQ(package->required[0].path, "a.wacz");
  EXPECT_EQ(package->required[0].digest, "00");
  EXPECT_EQ(package->required[0].size, 7u);
  EXPECT_EQ(package->required[1].path, "b.wacz");
  EXPECT_FALSE(package->required[1].size);
  for (const char* relation : {"1", "[]", "{}", R"({"requires":{}})"}) {
    package = parse_data_package(R"({"resources":[],"relation":)" +
                                 std::string(relation) + "}");
    ASSERT_TRUE(package) << relation;
    EXPECT_TRUE(package->required.empty()) << relation;
  }
}

TEST(DataPackage, OtherTextIsNone) {
  const std::string good =
      "{\"resources\":[{\"path\":\"a\",\"bytes\":1}],\"b\":[1,{}]}";
  ASSERT_TRUE(parse_data_package(good));
  for (size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(parse_data_package(good.substr(0, size))) << size;
  }
  for (const char* text :
       {"[]", "{}", "{\"resources\":{}}", "{\"resources\":[1]}",
        "{\"resources\":[{\"path\":1}]}", "{\"resources\":[{}]}",
        "{\"resources\":[]}x", "\xff"}) {
    EXPECT_FALSE(parse_data_package(text)) << text;
  }
}

TEST(PlaceOfPacked, IsBelowThePackageOrAUrl) {
  EXPECT_EQ(place_of_packed("d/p.json", "a.wacz"), "d/a.wacz");
  EXPECT_EQ(place_of_packed("p.json", "e/a.wacz"), "e/a.wacz");
  EXPECT_EQ(place_of_packed("/p.json", "a"), "/a");
  EXPECT_EQ(place_of_packed("http://h/d/p.json?x=/y", "a b"), "http://h/d/a b");
  EXPECT_EQ(place_of_packed("d/p.json", "https://h/a.wacz"),
            "https://h/a.wacz");
}

TEST(PlaceOfPacked, IsNowhereElse) {
  for (const std::string& path :
       {""s, "/etc/x"s, "../x"s, "a/../../x"s, "a/.."s, "c:x"s, "C:\\x"s,
        "a\\..\\x"s, "a\0b"s}) {
    EXPECT_FALSE(place_of_packed("d/p.json", path)) << path;
  }
}

TEST(PlaceOfPacked, OtherServersAreAskedOnlyWhenThatIsAllowed) {
  const std::string url = "http://169.254.169.254/a.wacz";
  EXPECT_NE(refusal_of_place("d/p.json", url).find("--remote: " + url),
            std::string::npos);
  EXPECT_NE(refusal_of_place("http://h/p.json", url), "");
  EXPECT_NE(refusal_of_place("http://h/p.json", "https://h/a.wacz"), "");
  EXPECT_NE(refusal_of_place("http://h/p.json", "http://h:8080/a.wacz"), "");
  EXPECT_NE(refusal_of_place("http://h/p.json", "http://h@b/a.wacz"), "");
  EXPECT_EQ(refusal_of_place("http://h/d/p.json?x", "http://h/a.wacz"), "");
  EXPECT_EQ(refusal_of_place("d/p.json", "d/a.wacz"), "");
  opens_remote_files() = true;
  EXPECT_EQ(refusal_of_place("d/p.json", url), "");
  opens_remote_files() = false;
}

}  // namespace
}  // namespace wax::io
