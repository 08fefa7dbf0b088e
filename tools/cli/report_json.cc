#include "tools/cli/report_json.h"

namespace wax::tools::cli {

std::string print_report(const ReportJson& report) {
  return report.dump(-1, ' ', false, ReportJson::error_handler_t::replace) +
         '\n';
}

}  // namespace wax::tools::cli
