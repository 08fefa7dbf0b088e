// Reports that a tool prints as JSON when it ends. (What is written line by
// line uses text/json.h, which needs no tree.)
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace wax::tools::cli {

// Members stay in the order in which they were added.
using ReportJson = nlohmann::ordered_json;

// The report on one line. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string print_report(const ReportJson& report);

}  // namespace wax::tools::cli
