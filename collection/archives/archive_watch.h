// Archives that come one by one into folders: when each is ready to be read.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace wax::collection {

// An archive is ready when it has not changed for some time, as far as this has
// seen, and is complete (warc/check/complete.h). One without an end is ready
// too when it has not changed for kPatience times as long: what is damaged is
// read at last, and reported. A folder, which is one that cannot be listed, is
// ready when it is quiet. Dates of files are not relied on: a copy may have
// those of its original from the beginning, and a server another clock.
class ArchiveWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int kPatience = 10;

  // `quiet`: how long a file must not change.
  explicit ArchiveWatch(Clock::duration quiet) : quiet_(quiet) {}

  struct Look {
    // Paths of archives that are new or have changed.
    std::vector<std::string> ready;
    // Known archives that are gone, or changed in place, are a change, too.
    bool changed = false;
    // Archives without an end that are quiet: each is told once.
    std::vector<std::string> incomplete;
    size_t waiting = 0;  // that are not ready
  };

  // The archives as they are now, each once, have been built, or there is
  // nothing more to do about them.
  void settle(const std::vector<std::string>& archives);

  // `archives`: all that are in the folders at `now`, which never goes back.
  // Reads the archives that are quiet and were not read as they are now.
  [[nodiscard]] Look look(const std::vector<std::string>& archives,
                          Clock::time_point now);

  // Whether the last look did not find it ready, nor built as it is.
  [[nodiscard]] bool waits(const std::string& archive) const;
  // What the last look said is ready or changed has been built.
  void settle_look();

 private:
  struct Seen {
    std::string stamp;        // step.h
    Clock::time_point since;  // it has this stamp
    std::string built;        // the stamp that was built; empty: none
    std::string told;         // the stamp that was told as incomplete
    bool listed = false;      // by the last look
  };

  Clock::duration quiet_;
  std::map<std::string, Seen> seen_;
  std::vector<std::string> last_;  // sorted
};

}  // namespace wax::collection
