#include "cdx/format/capture.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(Capture, ClearRemovesAllValuesOfThePreviousRecord) {
  Capture capture;
  capture.urlkey = capture.url = capture.digest = capture.meta = "x";
  capture.metadata = capture.mime_detected = capture.ip_address = "x";
  capture.offset = capture.length = capture.block_length = 7;
  capture.has_location = false;
  capture.fields.emplace_back("a", "b");
  capture.clear();
  EXPECT_EQ(capture.urlkey + capture.url + capture.digest + capture.meta, "");
  EXPECT_EQ(capture.metadata + capture.mime_detected + capture.ip_address, "");
  EXPECT_EQ(capture.offset + capture.length + capture.block_length, 0u);
  EXPECT_TRUE(capture.has_location);
  EXPECT_TRUE(capture.fields.empty());
}

}  // namespace
}  // namespace wax::cdx
