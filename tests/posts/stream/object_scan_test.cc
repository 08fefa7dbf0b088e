#include "posts/stream/object_scan.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::posts {
namespace {

TEST(ObjectScan, FindsTheEnd) {
  const std::string object = R"({"a":[1,{"b":"}\"{"},[]],"c":{},"d":-1.5e3})";
  for (const char* rest : {"", "{", "x", "\n}"}) {
    const ObjectScan scan = scan_object(object + rest);
    EXPECT_EQ(scan.end, ObjectScan::End::kWhole);
    EXPECT_EQ(scan.size, object.size());
  }
  for (size_t size = 1; size < object.size(); ++size) {
    EXPECT_EQ(scan_object(object.substr(0, size)).end, ObjectScan::End::kMore)
        << size;
  }
}

TEST(ObjectScan, RefusesWhatIsNone) {
  for (const char* bad : {"", "[]", "{1", "{\"a\"1", "{\"a\":1 2", "{\"a\":]",
                          "{]", "{,", "{\"a\":1,}", "{\"a\":[1}", "{\"a\":\"\n",
                          "{\"a\":{\"b\":1}{", "{\"a\" \"b\""}) {
    EXPECT_EQ(scan_object(bad).end, ObjectScan::End::kBroken) << bad;
  }
  const std::string deep = "{\"a\":" + std::string(kMostDepth, '[');
  EXPECT_EQ(scan_object(deep).end, ObjectScan::End::kDeep);
}

}  // namespace
}  // namespace wax::posts
