// Reads all values of a capture line, whatever the format of its file.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/line_fields.h"

namespace wax::cdx {

// Whether a text has only digits, and at least one.
[[nodiscard]] bool is_number(std::string_view text);

struct LineValue {
  std::string_view name;  // CDXJ key, as it stands between quotes
  char letter = '\0';     // none for keys that only CDXJ has
  std::string_view text;  // bytes, or JSON as it is written
  bool is_json = false;   // neither string nor number
  bool is_number = false;
  std::string storage = {};  // holds the text when the line has it escaped
};

// The values of line after line, in the order of the line; missing ones ("-")
// are not among them. No memory is allocated per line.
class LineValues {
 public:
  // The lines that follow have this format.
  void begin(const LineFormat& format);

  // Replaces the values with those of a line, which must outlive them. The
  // fault of the line in a few words; empty when it has none.
  [[nodiscard]] std::string_view read(std::string_view line);

  [[nodiscard]] size_t size() const { return count_; }
  [[nodiscard]] const LineValue& operator[](size_t i) const {
    return *values_[i];
  }
  // The value for a letter, or null. N and A are the same.
  [[nodiscard]] LineValue* find(char letter) { return slot(letter); }
  // The value for a letter or, if that is '\0', for a CDXJ key; or null.
  [[nodiscard]] LineValue* find(char letter, std::string_view name);
  // Adds a value at the end.
  LineValue& add(char letter);

 private:
  // The letter that a member's name stands for.
  struct Hint {
    std::string name;
    char letter;
  };

  void clear();
  [[nodiscard]] std::string_view read_columns(std::string_view line);
  [[nodiscard]] std::string_view read_cdxj(std::string_view line);
  [[nodiscard]] char letter_of_member(std::string_view name, size_t number);
  [[nodiscard]] LineValue*& slot(char letter) {
    return by_letter_[static_cast<unsigned char>(letter == 'A' ? 'N' : letter)];
  }

  LineFormat format_;
  std::vector<std::string_view> names_;  // of its columns
  std::vector<std::unique_ptr<LineValue>> values_;
  size_t count_ = 0;                         // of values_ in use
  std::array<LineValue*, 256> by_letter_{};  // those in use
  std::vector<Hint> hints_;  // by the member's number in the line before
};

}  // namespace wax::cdx
