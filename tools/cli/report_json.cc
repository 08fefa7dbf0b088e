#include "tools/cli/report_json.h"

#include "text/json_tree.h"

namespace wax::tools::cli {

std::string print_report(const ReportJson& report) {
  return text::json_text(report) + '\n';
}

}  // namespace wax::tools::cli
