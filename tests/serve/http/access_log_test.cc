#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "io/error.h"
#include "serve/http/metrics.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

Access some_access() {
  Access access;
  access.client = "127.0.0.1";
  access.request_line = "GET /a\"\\b HTTP/1.1";
  access.status = 200;
  access.bytes = 12;
  access.agent = "x\ny\xff";
  return access;
}

TEST(AccessLine, IsOneLineWhateverTheRequest) {
  EXPECT_EQ(access_line(some_access(), 784111777),
            "127.0.0.1 - - [06/Nov/1994:08:49:37 +0000] \"GET /a\\\"\\\\b "
            "HTTP/1.1\" 200 12 \"-\" \"x\\x0ay\\xff\"\n");
}

TEST(AccessLog, IsAppendedToAndOpenedAgain) {
  tests::TempDir folder;
  std::string path = folder / "log";
  {
    AccessLog log(path);
    log.write(some_access());
    ASSERT_EQ(std::rename(path.c_str(), (path + ".1").c_str()), 0);
    log.reopen();
    log.write(some_access());
    log.write(some_access());
  }
  auto lines = [](const std::string& text) {
    size_t count = 0;
    for (char c : text) count += c == '\n' ? 1 : 0;
    return count;
  };
  EXPECT_EQ(lines(tests::read_file(path + ".1")), 1U);
  EXPECT_EQ(lines(tests::read_file(path)), 2U);
}

TEST(AccessLog, FailsForAFolder) {
  tests::TempDir folder;
  EXPECT_THROW(AccessLog log(folder.path()), IoError);
}

}  // namespace
}  // namespace wax::serve
