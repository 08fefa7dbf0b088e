// The documents that a query matches, window by window.
#pragma once

#include <cstdint>

#include "index/match/matcher.h"
#include "index/store/reader_state.h"

namespace wax::index {

struct MatchWindow {
  const Shard& shard;
  uint32_t base;           // the window's first document, in the shard
  const WindowMask& mask;  // those that match and are not deleted
  Matcher& matcher;        // which tells their scores
};

class WindowUser {
 public:
  WindowUser() = default;
  virtual ~WindowUser() = default;
  WindowUser(const WindowUser&) = delete;
  WindowUser& operator=(const WindowUser&) = delete;

  // `expected`: about how many documents of the shard match.
  virtual void begin_shard(const Shard& shard, double expected) = 0;
  // False when no more windows are wanted.
  virtual bool take(const MatchWindow& window) = 0;
  // `keep` is false when the shard turned out to be damaged; then what it gave
  // is dropped.
  virtual void end_shard(bool keep) = 0;
};

}  // namespace wax::index
