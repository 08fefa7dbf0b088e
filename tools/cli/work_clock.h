// How long work takes that has no size, shown while it lasts.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace wax::tools::cli {

// Draws "TEXT: 12 s" on the line of the cursor, which stays at its beginning,
// so that messages may be written meanwhile. `write` is called by a thread of
// its own, at first after `delay`, then twice a second, and at the end with
// what clears the line, if something was drawn.
class WorkClock {
 public:
  using Write = std::function<void(std::string_view)>;
  static constexpr std::chrono::milliseconds kDelay{2000};

  WorkClock(std::string text, Write write,
            std::chrono::milliseconds delay = kDelay);
  ~WorkClock();
  WorkClock(const WorkClock&) = delete;
  WorkClock& operator=(const WorkClock&) = delete;

 private:
  void run();

  std::string text_;
  Write write_;
  std::chrono::milliseconds delay_;
  std::mutex mutex_;  // guards ended_
  std::condition_variable end_;
  bool ended_ = false;
  std::thread thread_;  // after all that it uses
};

}  // namespace wax::tools::cli
