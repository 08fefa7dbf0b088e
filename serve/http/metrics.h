// Counts of a server, as Prometheus reads them.
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

}  // namespace wax::serve
