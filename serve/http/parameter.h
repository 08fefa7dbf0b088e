// What is known of a parameter of requests. Values, which any thread may read.
#pragma once

#include <cstdint>
#include <string_view>

namespace wax::serve {

enum class ParameterType {
  kText,
  kNumber,  // whole, 0 or more
  kFlag,    // "name" alone is yes; "false", "0" and "no" are no
  kDate,    // 4 to 14 digits
  kUrl,
};

struct Parameter {
  std::string_view name = {};
  std::string_view meaning = {};  // a phrase, in the words of the documents
  ParameterType type = ParameterType::kText;
  uint32_t paths = 0;  // bits: where it is taken
  std::string_view synonym =
      {};  // of another server; read when `name` is empty
  std::string_view initial = {};  // what holds without it
  std::string_view choices = {};  // all values, with a blank between
  uint64_t most = 0;              // the greatest number; 0: no limit
  bool repeats = false;           // may be given several times
  bool required = false;
  std::string_view field = {};  // documents with this value of it are wanted
  std::string_view label = {};  // of the field, for people
};

}  // namespace wax::serve
