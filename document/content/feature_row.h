// The numbers that a model looks at, and their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace wax::document {

// The part of a whole; 0 of nothing.
[[nodiscard]] inline float share(uint32_t part, uint32_t whole) {
  return whole == 0 ? 0 : static_cast<float>(part) / static_cast<float>(whole);
}

// Takes numbers one after the other, each with its name.
class FeatureRow {
 public:
  // `names` get the names of the numbers, unless they are null.
  explicit FeatureRow(std::span<float> numbers,
                      std::vector<std::string>* names = nullptr)
      : numbers_(numbers), names_(names) {}

  template <typename Number>
  void put(std::string_view name, Number number) {
    if (names_ != nullptr) names_->emplace_back(name);
    numbers_[at_++] = static_cast<float>(number);
  }
  // One of several numbers of this name: which of them.
  template <typename Which, typename Number>
  void put(std::string_view name, Which which, Number number) {
    put(name, number);
    if (names_ == nullptr) return;
    if constexpr (std::is_arithmetic_v<Which>) {
      names_->back() += ' ' + std::to_string(which);
    } else {
      names_->back().append(" ").append(which);
    }
  }
  void fill(size_t numbers) {
    for (size_t i = 0; i < numbers; ++i) put("", 0.0f);
  }

 private:
  std::span<float> numbers_;
  std::vector<std::string>* names_;
  size_t at_ = 0;
};

}  // namespace wax::document
