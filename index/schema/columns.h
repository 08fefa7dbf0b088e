// Columns: values of documents that are kept in parallel indexes of their own,
// and how numbers become terms.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

enum class ColumnKind {
  kKeyword,  // the value as one term
  kInteger,  // of 64 bits, signed
  kReal,     // a double
  kText,     // words
};

struct ColumnName {
  std::string name;
  ColumnKind kind = ColumnKind::kKeyword;
  friend bool operator==(const ColumnName&, const ColumnName&) = default;
};

// In the manifest, "column.NAME" has the name of the kind.
inline constexpr std::string_view kColumnMark = "column.";

using ColumnNames = std::vector<ColumnName>;

// "keyword", "integer", "float", "text".
[[nodiscard]] std::string_view kind_name(ColumnKind kind);
[[nodiscard]] std::optional<ColumnKind> kind_of_name(std::string_view name);
[[nodiscard]] constexpr bool is_number(ColumnKind kind) {
  return kind == ColumnKind::kInteger || kind == ColumnKind::kReal;
}

// The term of a number: 16 hexadecimal digits, in whose order the numbers are.
// Nothing when the text is no such number. -0 is 0; there is no NaN.
[[nodiscard]] std::optional<std::string> number_term(ColumnKind kind,
                                                     std::string_view text);
// The terms that follow and precede; the same at the ends.
[[nodiscard]] std::string next_number(ColumnKind kind, std::string_view term);
[[nodiscard]] std::string previous_number(ColumnKind kind,
                                          std::string_view term);
// The least and the greatest number.
[[nodiscard]] std::string least_number(ColumnKind kind);
[[nodiscard]] std::string greatest_number(ColumnKind kind);
// Returns the number that the term encodes; 0 for another text.
[[nodiscard]] double number_value(ColumnKind kind, std::string_view term);
// Returns the number of the term as text: "5", "0.25".
[[nodiscard]] std::string number_text(ColumnKind kind, std::string_view term);

}  // namespace wax::index
