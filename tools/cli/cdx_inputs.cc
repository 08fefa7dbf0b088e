#include "tools/cli/cdx_inputs.h"

#include <cstdint>

#include "tools/cli/identity.h"

namespace wax::tools::cli {

void declare_cdx_inputs(OptionTable& table, std::vector<std::string>& inputs,
                        CdxOrder order) {
  std::string files = order == CdxOrder::kSorted ? "sorted CDX or CDXJ files"
                      : order == CdxOrder::kAny
                          ? "CDX or CDXJ files in any order"
                          : "CDX or CDXJ files";
  table.positionals(inputs, "CDX", 0, SIZE_MAX,
                    files +
                        ", plain or gzip-compressed, or ZipNums; -: standard "
                        "input (default)");
}

void declare_missing_keys(OptionTable& table, std::string& url_key) {
  declare_url_key(
      table, url_key,
      "if the CDX has no keys (wget writes such files), make keys by these "
      "rules");
}

}  // namespace wax::tools::cli
