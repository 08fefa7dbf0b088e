// JSON that is written as it comes.
#pragma once

#include <string>
#include <string_view>

#include "text/json.h"

namespace wax::text {

// Appends objects and lists, in each other, to a text, which outlives it and
// ends within an object or a list.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(&out) {}

  // A member of the open object: an object, a list, a string.
  void open(std::string_view name) {
    put_name(name);
    *out_ += '{';
  }
  void open_list(std::string_view name) {
    put_name(name);
    *out_ += '[';
  }
  void add(std::string_view name, std::string_view value) {
    put_name(name);
    append_json_string(value, *out_);
  }
  // The name of a member whose value is appended by others.
  void put_name(std::string_view name) {
    if (out_->back() != '{') *out_ += ',';
    append_json_string(name, *out_);
    *out_ += ':';
  }
  // A string of the open list.
  void add_string(std::string_view value) {
    if (out_->back() != '[') *out_ += ',';
    append_json_string(value, *out_);
  }
  // An object of the open list.
  void open_element() {
    if (out_->back() != '[') *out_ += ',';
    *out_ += '{';
  }
  void close() { *out_ += '}'; }
  void close_list() { *out_ += ']'; }

 private:
  std::string* out_;
};

}  // namespace wax::text
