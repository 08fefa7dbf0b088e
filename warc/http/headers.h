// Ordered "Name: value" fields, as WARC records and HTTP messages have them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace wax::warc {

struct Field {
  std::string_view name;   // as written, without white space around it
  std::string_view value;  // folded lines joined by one space, trimmed
};

// The fields of one header block, in their order, repeated ones too. Views
// point into the object's own copy of the block and hold until the next
// parse(), also when the object is moved; nothing is allocated in the steady
// state. Any byte may occur in a value, NUL included.
class Headers {
 public:
  Headers() = default;
  Headers(Headers&&) noexcept = default;
  Headers& operator=(Headers&&) noexcept = default;

  // Parses lines up to a blank line or the end of the block. Lenient: bare LF
  // ends a line, lines without a name and a colon are skipped (and counted), a
  // line that starts with white space continues the one before (RFC 9112,
  // 5.2, obs-fold).
  void parse(std::string_view block);
  void clear();

  // The first field of that name; names compare without regard to case.
  [[nodiscard]] std::optional<std::string_view> find(
      std::string_view name) const;
  [[nodiscard]] std::vector<std::string_view> find_all(
      std::string_view name) const;
  [[nodiscard]] const std::vector<Field>& all() const { return fields_; }
  // Lines that were no field.
  [[nodiscard]] size_t odd_lines() const { return odd_lines_; }

 private:
  void append_to_last(std::string_view part);

  std::vector<char> text_;
  std::vector<Field> fields_;
  size_t odd_lines_ = 0;
};

}  // namespace wax::warc
