#include "io/remote/http_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "io/error.h"
#include "tests/support/http_server.h"

namespace wax::io {
namespace {

using testing::HasSubstr;
using testing::Not;

using Server = tests::HttpServer;

std::string content(size_t size) {
  std::string bytes;
  while (bytes.size() < size) bytes += std::to_string(bytes.size()) + ",";
  bytes.resize(size);
  return bytes;
}

std::string whole(const std::string& bytes) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(bytes.size()) +
         "\r\nConnection: close\r\n\r\n" + bytes;
}

std::string part(const std::string& bytes, uint64_t from,
                 const std::string& tag = "\"1\"") {
  if (from >= bytes.size()) {
    return "HTTP/1.1 416 No\r\nContent-Range: bytes */" +
           std::to_string(bytes.size()) +
           "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  }
  return "HTTP/1.1 206 Partial\r\nETag: " + tag + "\r\nContent-Range: bytes " +
         std::to_string(from) + "-" + std::to_string(bytes.size() - 1) + "/" +
         std::to_string(bytes.size()) +
         "\r\nContent-Length: " + std::to_string(bytes.size() - from) +
         "\r\nConnection: close\r\n\r\n" + bytes.substr(from);
}

HttpOptions hasty() {
  HttpOptions options;
  options.pause = std::chrono::milliseconds(1);
  options.ahead = 64 * 1024;
  return options;
}

std::string what_of(const std::string& url) {
  try {
    auto file = open_http(url, hasty());
    (void)read_all(*file, UINT64_MAX);
  } catch (const IoError& error) {
    return error.what();
  }
  return "no error";
}

TEST(HttpSource, StreamsAFileByOneRequest) {
  std::string bytes = content(3000000);
  Server server([&](uint64_t from, size_t) { return part(bytes, from); });
  auto file = open_http(server.url(), hasty());
  EXPECT_TRUE(server.requests().empty());
  EXPECT_EQ(read_all(*file, UINT64_MAX), bytes);
  EXPECT_EQ(file->offset(), bytes.size());
  uint64_t size = 0;
  EXPECT_TRUE(file->size(size));
  EXPECT_EQ(size, bytes.size());
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST(HttpSource, ItsStateTakesOneRequest) {
  std::string bytes = content(3000);
  Server server([&](uint64_t from, size_t) { return part(bytes, from); });
  const auto state = web_file_state(server.url(), hasty());
  ASSERT_TRUE(state);
  EXPECT_EQ(state->size, 3000u);
  EXPECT_EQ(server.requests(), std::vector<uint64_t>{0});
  Server without([&](uint64_t, size_t) { return whole(bytes); });
  EXPECT_FALSE(web_file_state(without.url(), hasty()));
  Server none([&](uint64_t, size_t) {
    return std::string("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  });
  EXPECT_THROW((void)web_file_state(none.url(), hasty()), IoError);
}

TEST(HttpSource, SeeksByRanges) {
  std::string bytes = content(3000000);
  Server server([&](uint64_t from, size_t) { return part(bytes, from); });
  auto file = open_http(server.url(), hasty());
  // The first bytes are not asked for when none of them are read.
  for (uint64_t offset : {2000000, 500, 2999990, 2999980}) {
    ASSERT_TRUE(file->seek(offset));
    EXPECT_EQ(file->offset(), offset);
    EXPECT_EQ(file->peek(10).substr(0, 10), bytes.substr(offset, 10));
  }
  EXPECT_TRUE(file->seek(bytes.size()));
  EXPECT_EQ(file->peek(), "");
  EXPECT_FALSE(file->seek(bytes.size() + 1));
  EXPECT_EQ(server.requests(),
            (std::vector<uint64_t>{2000000, 500, 2999990, 2999980}));
}

TEST(HttpSource, ASmallStepForwardNeedsNoRequest) {
  std::string bytes = content(300000);
  Server server([&](uint64_t from, size_t) { return part(bytes, from); });
  auto file = open_http(server.url(), hasty());
  for (uint64_t offset = 0; offset < 300000; offset += 20000) {
    ASSERT_TRUE(file->seek(offset));
    EXPECT_EQ(file->peek(4).substr(0, 4), bytes.substr(offset, 4));
  }
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST(HttpSource, ReadsForwardWhereAServerKnowsNoRanges) {
  std::string bytes = content(1000000);
  Server server([&](uint64_t, size_t) { return whole(bytes); });
  auto file = open_http(server.url(), hasty());
  ASSERT_TRUE(file->seek(700000));
  EXPECT_EQ(file->peek(10).substr(0, 10), bytes.substr(700000, 10));
  ASSERT_TRUE(file->seek(900000));
  EXPECT_EQ(read_all(*file, UINT64_MAX), bytes.substr(900000));
  EXPECT_FALSE(file->seek(10));
}

TEST(HttpSource, GoesOnWhereAConnectionDropped) {
  std::string bytes = content(1000000);
  for (bool ranges : {true, false}) {
    Server server([&](uint64_t from, size_t number) {
      std::string answer = ranges ? part(bytes, from) : whole(bytes);
      if (number < 4) answer.resize(answer.size() * number / 4);
      return answer;
    });
    auto file = open_http(server.url(), hasty());
    EXPECT_EQ(read_all(*file, UINT64_MAX), bytes);
    EXPECT_EQ(server.requests().size(), 4u);
  }
}

TEST(HttpSource, AsksABusyServerAgain) {
  Server server([&](uint64_t from, size_t number) {
    return number < 3 ? "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy"
                      : part("bytes", from);
  });
  auto file = open_http(server.url(), hasty());
  EXPECT_EQ(read_all(*file, UINT64_MAX), "bytes");
}

TEST(HttpSource, GivesUpAfterAFewTries) {
  Server server([&](uint64_t, size_t) { return std::string(); });
  EXPECT_THAT(what_of(server.url()), HasSubstr("given up after 6 tries"));
  EXPECT_EQ(server.requests().size(), 6u);
}

TEST(HttpSource, ABusyServerIsNotASilentOne) {
  Server server([&](uint64_t, size_t) {
    return "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";
  });
  HttpOptions options = hasty();
  options.pause = std::chrono::milliseconds(10);
  options.patience = options.timeout = std::chrono::milliseconds(250);
  options.stalled = [](const std::string& text) { ADD_FAILURE() << text; };
  try {
    (void)read_all(*open_http(server.url(), options), UINT64_MAX);
    FAIL();
  } catch (const IoError& error) {
    EXPECT_EQ(error.what(),
              server.url() + ": HTTP status 503; given up after 6 tries");
  }
}

TEST(HttpSource, EndsWhenAServerSendsNothing) {
  for (size_t sent : {0, 100'000}) {
    Server server([&](uint64_t from, size_t number) {
      if (number > 1) {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        return std::string();
      }
      std::string answer = part(content(200'000), from);
      answer.resize(sent);
      return answer;
    });
    HttpOptions options = hasty();
    options.timeout = std::chrono::milliseconds(500);
    options.patience = std::chrono::milliseconds(100);
    std::vector<std::string> told;
    options.stalled = [&](const std::string& text) { told.push_back(text); };
    auto file = open_http(server.url(), options);
    try {
      (void)read_all(*file, UINT64_MAX);
      FAIL();
    } catch (const IoError& error) {
      EXPECT_EQ(error.what(), server.url() +
                                  ": the server has sent nothing for 1 s; "
                                  "given up (see --timeout)");
    }
    // On a busy machine the first bytes may come late, too.
    ASSERT_FALSE(told.empty());
    EXPECT_THAT(told.back(),
                HasSubstr("has sent nothing for 1 s; given up after"));
  }
}

TEST(HttpSource, WhatATickThrowsEndsTheWaiting) {
  struct Stop {};
  auto stops = [](const std::string& url) {
    HttpOptions options = hasty();
    options.pause = std::chrono::seconds(60);
    const auto began = std::chrono::steady_clock::now();
    options.tick = [began] {
      const auto time = std::chrono::steady_clock::now() - began;
      if (time > std::chrono::milliseconds(300)) throw Stop();
    };
    EXPECT_THROW((void)open_http(url, options)->peek(1), Stop);
    EXPECT_LT(std::chrono::steady_clock::now() - began,
              std::chrono::seconds(20));
  };
  Server silent([](uint64_t, size_t) {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    return std::string();
  });
  stops(silent.url());
  stops("http://127.0.0.1:1/");  // refuses the connection
}

TEST(HttpSource, ErrorsNameTheUrlAndTheStatus) {
  Server server([&](uint64_t, size_t) {
    return "HTTP/1.1 404 No\r\nContent-Length: 4\r\n\r\nnone";
  });
  EXPECT_EQ(what_of(server.url()), server.url() + ": HTTP status 404");
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST(HttpSource, RefusesAFileThatChangesWhileItIsRead) {
  Server server([&](uint64_t from, size_t number) {
    std::string answer =
        part(content(200000), from, number == 1 ? "\"1\"" : "\"2\"");
    if (number == 1) answer.resize(answer.size() / 2);
    return answer;
  });
  EXPECT_THAT(what_of(server.url()), HasSubstr("has changed"));
}

TEST(HttpSource, RefusesAFileThatHasAnotherSizeMeanwhile) {
  Server server([&](uint64_t from, size_t number) {
    std::string answer = part(content(200'000 + number), from);
    if (number == 1) answer.resize(answer.size() / 2);
    return answer;
  });
  EXPECT_THAT(what_of(server.url()), HasSubstr("has changed"));
}

TEST(HttpSource, ComparesTimesWhereATagHasBecomeStrong) {
  const std::string bytes = content(200'000);
  for (const char* time : {"1", "2"}) {
    Server server([&](uint64_t from, size_t number) {
      const std::string tag =
          number == 1 ? "W/\"1\"\r\nLast-Modified: 1"
                      : "\"1\"\r\nLast-Modified: " + std::string(time);
      std::string answer = part(bytes, from, tag);
      if (number == 1) answer.resize(answer.size() / 2);
      return answer;
    });
    EXPECT_THAT(what_of(server.url()),
                HasSubstr(*time == '1' ? "no error" : "has changed"));
  }
}

TEST(HttpSource, RefusesAnotherRangeThanItAskedFor) {
  for (uint64_t shift : {0, 1}) {
    Server server([&](uint64_t from, size_t) {
      return part(content(100), from + shift);
    });
    EXPECT_THAT(what_of(server.url()),
                HasSubstr(shift == 0 ? "no error" : "a different range"));
  }
}

TEST(HttpSource, AFileWithoutATagHasTheTimeOfItsChange) {
  Server server([&](uint64_t from, size_t) {
    std::string answer = part(content(100), from, "1");
    return answer.replace(answer.find("ETag"), 4, "Last-Modified");
  });
  const auto state = web_file_state(server.url(), hasty());
  ASSERT_TRUE(state);
  EXPECT_EQ(*state, (ObjectState{100, "1"}));
}

TEST(HttpSource, MayBeReadBeyondItsEndWhenItsSizeIsNotKnown) {
  Server server([&](uint64_t from, size_t) { return part("bytes", from); });
  auto file = open_http(server.url(), hasty());
  EXPECT_TRUE(file->seeks_back());
  ASSERT_TRUE(file->seek(100));
  EXPECT_EQ(file->peek(), "");
  uint64_t size = 0;
  ASSERT_TRUE(file->size(size));
  EXPECT_EQ(size, 5U);
}

TEST(HttpSource, GivesUpWhereNoTryHelps) {
  EXPECT_THAT(what_of("https://127.0.0.1:1/"), HasSubstr("given up"));
  EXPECT_THAT(what_of("http://a b/"), Not(HasSubstr("given up")));
}

TEST(HttpSource, AServerThatIsOnlySlowIsWaitedForInSilence) {
  Server server([&](uint64_t from, size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return part("bytes", from);
  });
  HttpOptions options = hasty();
  options.patience = std::chrono::milliseconds(100);
  EXPECT_EQ(read_all(*open_http(server.url(), options), 9), "bytes");
  options.timeout = std::chrono::milliseconds(0);
  std::string told;
  options.stalled = [&](const std::string& text) { told = text; };
  EXPECT_EQ(read_all(*open_http(server.url(), options), 9), "bytes");
  EXPECT_THAT(told, HasSubstr("has sent nothing"));
  EXPECT_THAT(told, Not(HasSubstr("given up")));
}

TEST(HttpSource, AnEmptyFileIsEmpty) {
  for (bool ranges : {true, false}) {
    Server server([&](uint64_t from, size_t) {
      return ranges ? part("", from) : whole("");
    });
    auto file = open_http(server.url(), hasty());
    EXPECT_EQ(file->peek(), "");
  }
}

TEST(HttpSource, FollowsRedirects) {
  Server target([&](uint64_t from, size_t) { return part("there", from); });
  Server server([&](uint64_t, size_t) {
    return "HTTP/1.1 302 Found\r\nLocation: " + target.url() +
           "\r\nContent-Length: 0\r\n\r\n";
  });
  auto file = open_http(server.url(), hasty());
  EXPECT_EQ(read_all(*file, UINT64_MAX), "there");
}

}  // namespace
}  // namespace wax::io
