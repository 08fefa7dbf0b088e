// Fields of CSV files (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace wax::text {

// Appends `field`, in quotes where it has a comma, a quote or a line end.
void append_csv(std::string_view field, std::string& out);

// The same for lists that people open in a spreadsheet, with texts that anybody
// may have written: an apostrophe comes before what a spreadsheet takes for a
// formula, so that it is text. A lone "-" is no formula.
void append_csv_cell(std::string_view field, std::string& out);

// Reads the first field of `row` into `field`, and leaves in `row` what follows
// it, a comma first. False when its closing quote is missing.
[[nodiscard]] bool read_csv(std::string_view& row, std::string& field);

}  // namespace wax::text
