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

TEST(HostOf, IsThePartBetweenUserAndPort) {
  EXPECT_EQ(host_of("http://www.example.org/a"), "www.example.org");
  EXPECT_EQ(host_of("http://u:p@example.org:8080/a@b"), "example.org");
  EXPECT_EQ(host_of("https://[::1]:80/x"), "[::1]");
  EXPECT_EQ(host_of("http://example.org?q"), "example.org");
  EXPECT_EQ(host_of("ftp://example.org"), "example.org");
  EXPECT_EQ(host_of("dns:example.org"), "example.org");
  EXPECT_EQ(host_of("dns://1.1.1.1/example.org"), "1.1.1.1");
  EXPECT_EQ(host_of("mailto:a@b.c"), "");
  EXPECT_EQ(host_of(""), "");
}

}  // namespace
}  // namespace wax::cdx
