// The values of a field by document; a document may have several.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

class IndexDirectory;

// Made of the postings of the field's terms. Immutable. Memory: four bytes for
// each document, as many again for each value of one if some have several, and
// the different values.
class ColumnValues {
 public:
  // Throws FormatError, IoError; TooMuchMemory when the different values need
  // more than `most` bytes.
  ColumnValues(const IndexDirectory& index, std::string_view field,
               uint64_t most = UINT64_MAX);

  // The numbers of the values of a document, from 0, in rising order.
  [[nodiscard]] std::span<const uint32_t> of(uint32_t document) const {
    if (starts_.empty()) {
      const uint32_t* number = &numbers_[document];
      return {number, *number == kNone ? 0U : 1U};
    }
    return {numbers_.data() + starts_[document],
            numbers_.data() + starts_[document + 1]};
  }
  // How many different values there are. They are numbered in the order of
  // their bytes.
  [[nodiscard]] size_t size() const { return ends_.size() - 1; }
  [[nodiscard]] std::string_view value(size_t number) const {
    return std::string_view(texts_).substr(ends_[number],
                                           ends_[number + 1] - ends_[number]);
  }

 private:
  std::string texts_;
  std::vector<uint64_t> ends_;  // in texts_: of the value before, from 0
  static constexpr uint32_t kNone = UINT32_MAX;
  // Where the numbers of a document begin; empty: each has one at most, or
  // kNone.
  std::vector<uint32_t> starts_;
  std::vector<uint32_t> numbers_;
};

}  // namespace wax::index
