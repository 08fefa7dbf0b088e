// Captures that an import leaves out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"

namespace wax::index {

// A set of (URL key, digest, date), read from duplicate lists. Kept as sorted
// 128-bit hashes, 16 bytes an entry, under a key drawn anew for each list: that
// two of 10^9 entries fall together has a chance of 10^-20, and nobody can
// arrange it. Beyond `memory` bytes sorted runs go to unnamed temporary files
// and are searched there.
class ExclusionList {
 public:
  explicit ExclusionList(uint64_t memory, std::string tmpdir);
  ~ExclusionList();
  ExclusionList(const ExclusionList&) = delete;
  ExclusionList& operator=(const ExclusionList&) = delete;

  // Adds the entries of a list (cdx/dedup/date_list.h), gzip'd or not. A line that is
  // no entry is reported ("list-bad-line"). Throws IoError.
  void load(const std::string& path, ProblemSink& problems);
  // After the last load(), before the first contains().
  void seal();

  // From any thread. `digest` in its normal spelling.
  [[nodiscard]] bool contains(std::string_view urlkey, std::string_view digest,
                              std::string_view date14) const;
  // Entries read, equal ones counted each time.
  [[nodiscard]] uint64_t size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::index
