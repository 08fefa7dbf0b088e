// Parts of a collection that cannot be read, as far as that is known.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "io/problem.h"

namespace wax::answers {

// Any thread may call its functions.
class LostParts {
 public:
  // Takes shards ("unreadable-shard") and documents ("unreadable-document");
  // other problems are none of this kind.
  void add(const Problem& problem);

  // Different ones.
  [[nodiscard]] uint64_t shards() const;
  // "the shard 002 could not be read", for anybody: without paths of this
  // machine. Empty: nothing is lost.
  [[nodiscard]] std::vector<std::string> reasons() const;

 private:
  mutable std::mutex mutex_;  // guards all below
  std::set<std::string> shards_;
  bool documents_ = false;
};

}  // namespace wax::answers
