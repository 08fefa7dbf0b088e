#include "index/store/column_values.h"

#include <algorithm>
#include <map>

#include "index/store/block_cursor.h"
#include "index/store/index_directory.h"
#include "index/store/limits.h"

namespace wax::index {

ColumnValues::ColumnValues(const IndexDirectory& index, std::string_view field,
                           uint64_t most)
    : numbers_(index.documents(), kNone) {
  // Segments may have the same values.
  std::vector<std::string> values;
  MemoryBudget memory(most);
  index.each_term(field, "", [&](const std::string& term, const TermSource&) {
    memory.take(sizeof(std::string) + term.size());
    values.push_back(term);
    return true;
  });
  if (!std::is_sorted(values.begin(), values.end())) {
    std::sort(values.begin(), values.end());
  }
  values.erase(std::unique(values.begin(), values.end()), values.end());
  ends_.reserve(values.size() + 1);
  ends_.push_back(0);
  for (const std::string& value : values) {
    texts_ += value;
    ends_.push_back(texts_.size());
  }
  // Calls use(document, number of the value), in order of values.
  auto each = [&](auto&& use) {
    size_t number = 0;
    index.each_term(
        field, "", [&](const std::string& term, const TermSource& source) {
          if (number >= values.size() || values[number] != term) {
            number = static_cast<size_t>(
                std::lower_bound(values.begin(), values.end(), term) -
                values.begin());
          }
          auto here = static_cast<uint32_t>(number++);
          uint32_t base = source.base;
          each_document(*source.segment, source.field, source.place,
                        [&](const uint32_t* documents, uint32_t count) {
                          for (uint32_t i = 0; i < count; ++i) {
                            use(base + documents[i], here);
                          }
                        });
          return true;
        });
  };
  bool is_single = true;
  each([&](uint32_t document, uint32_t here) {
    is_single &= numbers_[document] == kNone;
    numbers_[document] = here;
  });
  if (is_single) return;
  starts_.assign(size_t{index.documents()} + 1, 0);
  each([&](uint32_t document, uint32_t) { ++starts_[document + 1]; });
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  numbers_.resize(starts_.back());
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  each([&](uint32_t document, uint32_t number) {
    numbers_[next[document]++] = number;
  });
}

}  // namespace wax::index
