// The values of a field of which each document has at most one, by document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

class IndexDirectory;

// Made of the postings of the field's terms. Immutable.
class FacetColumn {
 public:
  // Throws FormatError, IoError.
  FacetColumn(const IndexDirectory& index, std::string_view field);

  // The number of the value of each document, from 1; 0: it has none.
  [[nodiscard]] const uint32_t* numbers() const { return numbers_.data(); }
  [[nodiscard]] size_t values() const { return values_.size(); }
  [[nodiscard]] std::string_view value(size_t number) const {
    return values_[number - 1];
  }

 private:
  std::vector<uint32_t> numbers_;
  std::vector<std::string> values_;
};

}  // namespace wax::index
