#include "text/csv.h"

#include "text/ascii.h"

namespace wax::text {

void append_csv(std::string_view field, std::string& out) {
  if (field.find_first_of(",\"\r\n") == field.npos) {
    out += field;
    return;
  }
  out += '"';
  for (char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_csv_cell(std::string_view field, std::string& out) {
  if (field.size() < 2 || !is_one_of(field[0], "=+-@\t\r")) {
    append_csv(field, out);
    return;
  }
  append_csv("'" + std::string(field), out);
}

bool read_csv(std::string_view& row, std::string& field) {
  field.clear();
  if (!row.starts_with('"')) {
    field = row.substr(0, row.find(','));
    row.remove_prefix(field.size());
    return true;
  }
  for (row.remove_prefix(1);; row.remove_prefix(1)) {
    const size_t quote = row.find('"');
    if (quote == row.npos) return false;
    field += row.substr(0, quote);
    row.remove_prefix(quote + 1);
    if (!row.starts_with('"')) return true;
    field += '"';
  }
}

}  // namespace wax::text
