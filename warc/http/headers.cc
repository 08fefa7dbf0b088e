#include "warc/http/headers.h"

#include <cstring>

#include "text/ascii.h"

namespace wax::warc {

void Headers::clear() {
  text_.clear();
  fields_.clear();
  odd_lines_ = 0;
}

void Headers::parse(std::string_view block) {
  clear();
  text_.assign(block.begin(), block.end());
  const std::string_view text(text_.data(), text_.size());
  bool continues = false;  // whether a folded line has a field to belong to
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty() || line == "\r") break;

    if (line.front() == ' ' || line.front() == '\t') {
      if (continues) {
        append_to_last(text::trim(line));
      } else {
        ++odd_lines_;
      }
      continue;
    }
    size_t colon = line.find(':');
    std::string_view name = text::trim(line.substr(0, colon));
    continues = colon != std::string_view::npos && !name.empty();
    if (continues) {
      fields_.push_back({name, text::trim(line.substr(colon + 1))});
    } else {
      ++odd_lines_;
    }
  }
}

// Joins in place: the line break and the white space before a folded line
// leave room for the one space between the parts.
void Headers::append_to_last(std::string_view part) {
  std::string_view& value = fields_.back().value;
  if (part.empty()) return;
  if (value.empty()) {
    value = part;
    return;
  }
  char* end = text_.data() + (value.data() - text_.data()) + value.size();
  *end = ' ';
  std::memmove(end + 1, part.data(), part.size());
  value = {value.data(), value.size() + 1 + part.size()};
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const Field& field : fields_) {
    if (text::equal_ignoring_case(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Headers::find_all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const Field& field : fields_) {
    if (text::equal_ignoring_case(field.name, name))
      values.push_back(field.value);
  }
  return values;
}

}  // namespace wax::warc
