// Which captures are of damaged records.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "cdx/dedup/hashed_set.h"
#include "cdx/format/list_lines.h"
#include "io/problem.h"

namespace wax::cdx {

// A set of places in archives. Memory as HashedSet.
class DamagedPlaces {
 public:
  DamagedPlaces(uint64_t memory, std::string tmpdir)
      : places_(memory, std::move(tmpdir)) {}

  // Adds the lines of a list ("-" is standard input; gzip'd or not). A line
  // that is no place is reported as "list-bad-line". Throws IoError.
  void load(const std::string& path, ProblemSink& problems);
  void add(const DamagedPlace& place);
  // After the last load() or add(), before the first contains().
  void seal() { places_.seal(); }

  // Takes what the line of a capture has.
  [[nodiscard]] bool contains(const DamagedPlace& place) const;
  [[nodiscard]] bool empty() const { return places_.added() == 0; }

 private:
  HashedSet places_;
};

}  // namespace wax::cdx
