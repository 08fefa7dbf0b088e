// The fields of an index: the one place that says what is kept of a document
// and how it is found again. NutchWAX's table of fields is the model; where it
// kept a field only for display, it can be searched here.
#pragma once

#include <span>
#include <string_view>

namespace wax::index {

enum class Stored { kNo, kYes, kCompressed };

enum class Indexed {
  kNo,
  kWords,  // tokenised (tokens.h), with positions and length norm
  kExact,  // the value as one term, without norm
};

struct Field {
  std::string_view name;
  Stored stored = Stored::kYes;
  Indexed indexed = Indexed::kExact;
  // Words of a query without a field are looked for in the fields where this
  // is above 0, and weigh so much there.
  float boost = 0;
  // Query values are lower-cased.
  bool lower = false;
  // A query value "a,b,c" means any of the three.
  bool group = false;
  std::string_view meaning;
};

// In the order in which they are stored and shown.
[[nodiscard]] std::span<const Field> fields();

// Null when there is none of that name.
[[nodiscard]] const Field* find_field(std::string_view name);

}  // namespace wax::index
