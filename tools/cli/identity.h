// The options by which keys and digests are made. They read the same in every
// tool that makes some.
#pragma once

#include <string>

#include "cdx/profile/identity.h"
#include "tools/cli/option_table.h"

namespace wax::tools::cli {

// All of cdx::IdentityOptions, under a heading of their own.
void declare_identity(OptionTable& table, cdx::IdentityArgs& words);

// --urlkey, of tools that make keys of URLs and nothing else.
OptionRow& declare_url_key(OptionTable& table, std::string& url_key,
                           std::string text);

}  // namespace wax::tools::cli
