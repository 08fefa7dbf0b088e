// Commands to a Redis server.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/error.h"

namespace wax::crawl {

// "redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]", as redis-cli takes it.
struct RedisAddress {
  std::string host = "127.0.0.1";
  uint16_t port = 6379;
  std::string user;
  std::string password;
  unsigned database = 0;

  // Throws UsageError.
  [[nodiscard]] static RedisAddress parse(std::string_view url);
  // Without the password.
  [[nodiscard]] std::string text() const;
};

struct RedisValue {
  enum class Kind { kNothing, kNumber, kText, kList };
  Kind kind = Kind::kNothing;
  int64_t number = 0;
  std::string text;
  std::vector<RedisValue> list;
};

// The server refuses a command; what() has its words.
class RedisRefusal : public Error {
 public:
  using Error::Error;
};

// The server cannot be reached.
class RedisGone : public IoError {
 public:
  using IoError::IoError;
};

// A connection that is made anew when it is lost. For one thread.
class Redis {
 public:
  // Connects with the first command.
  explicit Redis(RedisAddress address);
  ~Redis();
  Redis(const Redis&) = delete;
  Redis& operator=(const Redis&) = delete;

  // Throws RedisGone when the server does not answer, once; the command may
  // have been carried out. RedisRefusal.
  RedisValue command(const std::vector<std::string>& words);

  // The same, but tries for as long as `waits` says, which is called with what
  // went wrong before each new try; also while the server loads its data or
  // has no memory. The command is one that may be carried out twice. What
  // `waits` refuses is thrown.
  RedisValue persistent_command(
      const std::vector<std::string>& words,
      const std::function<bool(const Error& reason)>& waits);

 private:
  struct Connection;
  void connect();

  RedisAddress address_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace wax::crawl
