// What the documents of a term score at most, part by part of a shard.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "index/store/index_column.h"

namespace wax::index {

// The values that the bytes of norms stand for.
[[nodiscard]] const std::array<float, 256>& values_of_norms();

// sqrt(frequency) * norm: what a document scores for each weight of a term.
[[nodiscard]] float impact(uint32_t frequency, NormReader& norms,
                           uint32_t document);

class ImpactBounds {
 public:
  explicit ImpactBounds(const std::vector<TermSource>& sources);

  // The greatest impact of the documents from `first` to before `end`, or more;
  // infinity when it is not known. `first` must not fall. Throws FormatError,
  // IoError.
  [[nodiscard]] float greatest(uint32_t first, uint32_t end);

 private:
  struct Part {
    std::string_view blocks;  // maxima.h
    size_t next = 0;          // the first that does not end before `first`
    float whole = -1;  // of a term without blocks; -1: not looked for yet
  };

  std::vector<TermSource> sources_;
  std::vector<Part> parts_;
};

}  // namespace wax::index
