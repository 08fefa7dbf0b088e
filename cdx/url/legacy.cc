#include "cdx/url/legacy.h"

namespace wax::cdx {

bool append_legacy_key(std::string_view, std::string&) { return false; }

}  // namespace wax::cdx
