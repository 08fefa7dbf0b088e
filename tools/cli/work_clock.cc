#include "tools/cli/work_clock.h"

#include <utility>

namespace wax::tools::cli {

WorkClock::WorkClock(std::string text, Write write,
                     std::chrono::milliseconds delay)
    : text_(std::move(text)),
      write_(std::move(write)),
      delay_(delay),
      thread_([this] { run(); }) {}

WorkClock::~WorkClock() {
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
  }
  end_.notify_all();
  thread_.join();
}

void WorkClock::run() {
  using Now = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kNextDraw{500};
  const Now::time_point begin = Now::now();
  std::unique_lock lock(mutex_);
  bool drawn = false;
  for (auto wait = delay_;
       !end_.wait_for(lock, wait, [this] { return ended_; });
       wait = kNextDraw) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(Now::now() - begin);
    write_("\r\x1b[K" + text_ + ": " + std::to_string(seconds.count()) +
           " s\r");
    drawn = true;
  }
  if (drawn) write_("\r\x1b[K");
}

}  // namespace wax::tools::cli
