// The fields of an index. This table alone decides what is kept of a document
// and how it is searched. NutchWAX's table of fields is the model; fields that
// it kept only for display can be searched here.
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
  // The weight of the field for words of a query without a field. They are not
  // searched in fields with 0.
  float boost = 0;
  // Query values are lower-cased.
  bool lower = false;
  // A query value "a,b,c" means any one of the three.
  bool group = false;
  std::string_view meaning;
};

// In the order in which they are stored and shown.
[[nodiscard]] std::span<const Field> fields();

// Null when there is no field of that name.
[[nodiscard]] const Field* find_field(std::string_view name);

}  // namespace wax::index
