#include "crawl/queue/redis.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/crawl/queue/redis_server.h"

namespace wax::crawl {
namespace {

TEST(RedisAddress, IsThatOfAUrl) {
  RedisAddress address = RedisAddress::parse("redis://");
  EXPECT_EQ(address.text(), "redis://127.0.0.1:6379");
  address = RedisAddress::parse("redis://me:se:cret@queue.example:7000/3");
  EXPECT_EQ(address.host, "queue.example");
  EXPECT_EQ(address.port, 7000);
  EXPECT_EQ(address.user, "me");
  EXPECT_EQ(address.password, "se:cret");
  EXPECT_EQ(address.database, 3U);
  EXPECT_EQ(address.text(), "redis://queue.example:7000/3");
  address = RedisAddress::parse("redis://:pw@[::1]:7000");
  EXPECT_EQ(address.host, "::1");
  EXPECT_EQ(address.user, "");
  EXPECT_EQ(address.password, "pw");
  EXPECT_EQ(address.text(), "redis://[::1]:7000");
  for (const char* bad : {"", "queue", "http://queue", "redis://q:x",
                          "redis://q:70000", "redis://q/x"}) {
    EXPECT_THROW((void)RedisAddress::parse(bad), UsageError) << bad;
  }
}

TEST(Redis, AnswersRefusesAndIsConnectedAnew) {
  tests::RedisServer server;
  if (!server.start()) GTEST_SKIP() << "redis-server is not installed";
  Redis redis(server.address());
  EXPECT_EQ(redis.command({"SET", "a", std::string("x\0y", 3)}).text, "OK");
  EXPECT_EQ(redis.command({"GET", "a"}).text, std::string("x\0y", 3));
  EXPECT_EQ(redis.command({"INCR", "n"}).number, 1);
  EXPECT_EQ(redis.command({"GET", "none"}).kind, RedisValue::Kind::kNothing);
  EXPECT_EQ(redis.command({"KEYS", "*"}).list.size(), 2U);
  EXPECT_THROW(redis.command({"INCR", "a"}), RedisRefusal);
  server.stop();
  EXPECT_THROW(redis.command({"GET", "a"}), RedisGone);
  int waits = 0;
  EXPECT_THROW(redis.persistent_command(
                   {"GET", "a"}, [&](const Error&) { return ++waits < 2; }),
               RedisGone);
  EXPECT_EQ(waits, 2);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_TRUE(server.start());
  });
  EXPECT_EQ(
      redis.persistent_command({"GET", "n"}, [](const Error&) { return true; })
          .text,
      "1");
  later.join();
}

}  // namespace
}  // namespace wax::crawl
