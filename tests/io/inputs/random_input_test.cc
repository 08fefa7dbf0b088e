#include "io/inputs/random_input.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <string>

#include "io/error.h"
#include "tests/support/http_server.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

std::string numbers() {
  std::string bytes;
  for (int i = 0; bytes.size() < 300'000; ++i) bytes += std::to_string(i) + ',';
  return bytes;
}

std::string read(RandomInput& file, uint64_t offset, size_t at_least,
                 size_t at_most) {
  std::string out(at_most, '?');
  out.resize(file.read_at(offset, out.data(), at_least, at_most));
  return out;
}

// Reads forward, back, across and at the end.
void expect_places(RandomInput& file, const std::string& bytes) {
  EXPECT_EQ(file.size(), bytes.size());
  for (uint64_t offset : {0, 250'000, 100'000, 100'010, 99'000, 299'999}) {
    const std::string got = read(file, offset, 20, 40);
    EXPECT_GE(got.size(), std::min<size_t>(20, bytes.size() - offset));
    EXPECT_EQ(got, bytes.substr(offset, got.size())) << offset;
  }
  EXPECT_EQ(read(file, 1000, 100'000, 100'000), bytes.substr(1000, 100'000));
}

TEST(RandomInputs, AreFiles) {
  tests::TempDir folder;
  const std::string bytes = numbers();
  auto file = open_random(folder.write("a", bytes));
  expect_places(*file, bytes);
  EXPECT_THROW((void)open_random(folder.path()), IoError);
  EXPECT_THROW((void)open_random(folder / "none"), IoError);
  EXPECT_THROW((void)open_random("/dev/null"), FormatError);
  EXPECT_EQ(read(*file, bytes.size() - 3, 10, 10).size(), 3U);
  try {
    if (!tests::with_refused_call(tests::Call::kRead, EIO,
                                  [&] { (void)read(*file, 0, 1, 1); })) {
      GTEST_SKIP() << "no filters of calls";
    }
    ADD_FAILURE() << "nothing was thrown";
  } catch (const IoError& error) {
    EXPECT_EQ(error.code(), EIO);
  }
}

// Sends at most 70,000 bytes of a range, as if no more had been asked for.
std::string pieces(const std::string& bytes, uint64_t from,
                   const std::string& tag) {
  const std::string body = bytes.substr(from, 70'000);
  return "HTTP/1.1 206 Partial\r\nETag: " + tag +
         "\r\nLast-Modified: Mon, 01 Feb 2021 00:00:00 GMT"
         "\r\nContent-Range: bytes " +
         std::to_string(from) + '-' + std::to_string(from + body.size() - 1) +
         '/' + std::to_string(bytes.size()) +
         "\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\n\r\n" + body;
}

TEST(RandomInputs, AreRangesOfAServer) {
  const std::string bytes = numbers();
  tests::HttpServer server([&](uint64_t from, size_t number) {
    // The server needs a while for the strong tag of this file.
    return pieces(bytes, from, number < 3 ? "W/\"a\"" : "\"b\"");
  });
  auto file = open_random(server.url());
  expect_places(*file, bytes);
}

TEST(RandomInputs, RefuseAFileThatChanges) {
  const std::string bytes = numbers();
  tests::HttpServer server([&](uint64_t from, size_t number) {
    return pieces(bytes, from, number < 3 ? "\"a\"" : "\"b\"");
  });
  auto file = open_random(server.url());
  EXPECT_THROW(expect_places(*file, bytes), IoError);
}

TEST(RandomInputs, RefuseServersWithoutRanges) {
  tests::HttpServer server([](uint64_t, size_t) {
    return "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: "
           "close\r\n\r\nabc";
  });
  EXPECT_THROW((void)open_random(server.url()), FormatError);
}

}  // namespace
}  // namespace wax::io
