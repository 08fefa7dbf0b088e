// Captures that an import skipped though others are excluded because of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/import/exclusion_list.h"
#include "io/problem.h"

namespace wax::index {

struct SkippedOriginal {
  std::string path;
  uint64_t offset = 0;
  std::string urlkey;
  std::string digest;
  std::string date;
  std::string reason;
};

// Memory is bounded: past a limit they are counted.
class SkippedOriginals {
 public:
  void add(SkippedOriginal original);
  void add_all(const SkippedOriginals& others);

  // Reports those of which no other capture of the same version and date was
  // imported ("excluded-original"), and returns the number of reports.
  uint64_t report(const ExclusionList& exclusions, ProblemSink& problems) const;

  // The stored form. take() removes it from the front of `rest`; false when it
  // is not there.
  void append(std::string& out) const;
  [[nodiscard]] bool take(std::string_view& rest);

 private:
  std::vector<SkippedOriginal> all_;
  uint64_t more_ = 0;
};

}  // namespace wax::index
