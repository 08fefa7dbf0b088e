#include "index/schema/columns.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "text/number.h"

namespace wax::index {
namespace {

constexpr std::array<std::pair<ColumnKind, std::string_view>, 4> kKindNames = {{
    {ColumnKind::kKeyword, "keyword"},
    {ColumnKind::kInteger, "integer"},
    {ColumnKind::kReal, "float"},
    {ColumnKind::kText, "text"},
}};

constexpr uint64_t kSign = uint64_t{1} << 63;
constexpr size_t kTermSize = 16;

uint64_t ordered(int64_t number) {
  return static_cast<uint64_t>(number) ^ kSign;
}

uint64_t ordered(double number) {
  if (number == 0) number = 0;  // not -0
  auto bits = std::bit_cast<uint64_t>(number);
  return (bits & kSign) != 0 ? ~bits : bits ^ kSign;
}

int64_t integer_of(uint64_t bits) { return static_cast<int64_t>(bits ^ kSign); }

double real_of(uint64_t bits) {
  return std::bit_cast<double>((bits & kSign) != 0 ? bits ^ kSign : ~bits);
}

std::string term_of(uint64_t bits) {
  std::string term;
  text::append_hex_number(bits, kTermSize, term);
  return term;
}

uint64_t bits_of(std::string_view term) {
  return text::whole_number<uint64_t>(term, 16).value_or(kSign);
}

}  // namespace

std::string_view kind_name(ColumnKind kind) {
  for (const auto& [one, name] : kKindNames) {
    if (one == kind) return name;
  }
  return {};
}

std::optional<ColumnKind> kind_of_name(std::string_view name) {
  for (const auto& [kind, one] : kKindNames) {
    if (one == name) return kind;
  }
  return {};
}

std::optional<std::string> number_term(ColumnKind kind, std::string_view text) {
  if (kind == ColumnKind::kInteger) {
    auto number = text::whole_number<int64_t>(text);
    if (!number) return {};
    return term_of(ordered(*number));
  }
  double number = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || std::isnan(number)) return {};
  return term_of(ordered(number));
}

std::string next_number(ColumnKind kind, std::string_view term) {
  std::string last = greatest_number(kind);
  return term >= last ? last : term_of(bits_of(term) + 1);
}

std::string previous_number(ColumnKind kind, std::string_view term) {
  std::string first = least_number(kind);
  return term <= first ? first : term_of(bits_of(term) - 1);
}

std::string least_number(ColumnKind kind) {
  if (kind == ColumnKind::kInteger) return term_of(0);
  return term_of(ordered(-std::numeric_limits<double>::infinity()));
}

std::string greatest_number(ColumnKind kind) {
  if (kind == ColumnKind::kInteger) return term_of(UINT64_MAX);
  return term_of(ordered(std::numeric_limits<double>::infinity()));
}

double number_value(ColumnKind kind, std::string_view term) {
  uint64_t bits = bits_of(term);
  return kind == ColumnKind::kInteger ? static_cast<double>(integer_of(bits))
                                      : real_of(bits);
}

std::string number_text(ColumnKind kind, std::string_view term) {
  uint64_t bits = bits_of(term);
  if (kind == ColumnKind::kInteger) return std::to_string(integer_of(bits));
  char buffer[40];
  auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, real_of(bits));
  return {buffer, end};
}

}  // namespace wax::index
