#include "index/store/document_json.h"

#include "index/store/date_places.h"
#include "text/ascii.h"
#include "text/json.h"

namespace wax::index {
namespace {

bool is_number(std::string_view field, std::string_view value) {
  return (field == "length" || field == "offset" || field == "status") &&
         !value.empty() && value.size() <= 15 &&
         (value[0] != '0' || value.size() == 1) && text::all_digits(value);
}

}  // namespace

void append_json_fields(const StoredDocument& document,
                        const std::vector<std::string>& fields,
                        std::string& out) {
  bool first = true;
  std::vector<std::string_view> values;
  for (const std::string& field : fields) {
    values.clear();
    for (const auto& [name, value] : document) {
      if (name == field) values.push_back(value);
    }
    if (values.empty()) continue;
    if (!first) out += ',';
    first = false;
    text::append_json_string(field, out);
    out += ':';
    if (field == kPlacesField) {
      append_places_json(values.front(), out);
      continue;
    }
    bool list = values.size() > 1 || field == "date";
    if (list) out += '[';
    for (size_t i = 0; i < values.size(); ++i) {
      if (i > 0) out += ',';
      if (is_number(field, values[i])) {
        out += values[i];
      } else {
        text::append_json_string(values[i], out);
      }
    }
    if (list) out += ']';
  }
}

}  // namespace wax::index
