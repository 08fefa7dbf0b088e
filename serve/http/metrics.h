// What is told of requests: counts, as Prometheus reads them, and a log.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace wax::serve {

// Any thread may call all functions.
class Metrics {
 public:
  // A request that was answered; `route` is a path of the Router, or empty.
  void count_request(const std::string& route, int status, double seconds,
                     uint64_t bytes);
  // A request that no handler has seen: "too-long", "time-out", ...
  void count_refusal(const std::string& reason);
  void set_connections(uint64_t open) { set(connections_, open); }
  void set_running(uint64_t requests) { set(running_, requests); }

  // The text format of Prometheus, version 0.0.4.
  [[nodiscard]] std::string text() const;

 private:
  // Upper bounds in seconds.
  static constexpr std::array<double, 10> kBounds = {
      0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10};
  struct Times {
    std::array<uint64_t, kBounds.size()> counts = {};
    uint64_t count = 0;
    double sum = 0;
  };
  void set(uint64_t& value, uint64_t to) {
    std::lock_guard lock(mutex_);
    value = to;
  }

  mutable std::mutex mutex_;  // guards all below
  std::map<std::pair<std::string, int>, uint64_t> requests_;
  std::map<std::string, Times> times_;
  std::map<std::string, uint64_t> refusals_;
  uint64_t bytes_ = 0;
  uint64_t connections_ = 0;
  uint64_t running_ = 0;
};

// A request that was answered or refused.
struct Access {
  std::string client;
  std::string request_line;  // "GET /cdx?url=... HTTP/1.1"; empty: unreadable
  int status = 0;
  uint64_t bytes = 0;  // of the body
  std::string referer;
  std::string agent;
};

// A line with "\n". Quotes, backslashes, controls and bytes beyond ASCII become
// \" \\ \xHH, so that no request can begin a line of its own.
[[nodiscard]] std::string access_line(const Access& access,
                                      int64_t unix_seconds);

// Appends lines to a file; each is whole, also when several processes write.
class AccessLog {
 public:
  // "-" is standard output. Throws IoError.
  explicit AccessLog(const std::string& path);
  ~AccessLog();
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  // Any thread may call both. A disk that is full loses lines, not answers.
  void write(const Access& access) noexcept;
  // Opens the path again, after a rotation. Goes on with the old file if that
  // fails.
  void reopen() noexcept;

 private:
  std::mutex mutex_;  // guards fd_
  std::string path_;
  int fd_;
};

}  // namespace wax::serve
