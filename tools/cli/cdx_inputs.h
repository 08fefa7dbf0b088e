// CDX files as a person names them.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/option_table.h"

namespace wax::tools::cli {

enum class CdxOrder { kSorted, kAny, kUnsaid };

// The files, as cdx::FieldLines and the like read them; none: standard input.
void declare_cdx_inputs(OptionTable& table, std::vector<std::string>& inputs,
                        CdxOrder order = CdxOrder::kUnsaid);

// --urlkey, of tools that take the keys of lines as they are.
void declare_missing_keys(OptionTable& table, std::string& url_key);

}  // namespace wax::tools::cli
