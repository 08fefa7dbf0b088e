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

// Takes numbers one after the other, each with its name, which a NamedRow
// keeps.
template <bool kNamed>
class FeatureRow {
 public:
  explicit FeatureRow(std::span<float> numbers) : numbers_(numbers) {}

  template <typename Number>
  void put([[maybe_unused]] std::string_view name, Number number) {
    if constexpr (kNamed) names_.emplace_back(name);
    numbers_[at_++] = static_cast<float>(number);
  }
  // One of several numbers of this name: which of them.
  template <typename Which, typename Number>
  void put(std::string_view name, [[maybe_unused]] Which which, Number number) {
    put(name, number);
    if constexpr (kNamed && std::is_arithmetic_v<Which>) {
      names_.back() += ' ' + std::to_string(which);
    } else if constexpr (kNamed) {
      names_.back().append(" ").append(which);
    }
  }
  void fill(size_t numbers) {
    for (size_t i = 0; i < numbers; ++i) put("", 0.0f);
  }

  [[nodiscard]] const std::vector<std::string>& names() const requires kNamed {
    return names_;
  }

 private:
  struct NoNames {};

  std::span<float> numbers_;
  size_t at_ = 0;
  [[no_unique_address]] std::conditional_t<kNamed, std::vector<std::string>,
                                           NoNames>
      names_;
};

using NumberRow = FeatureRow<false>;
using NamedRow = FeatureRow<true>;

}  // namespace wax::document
