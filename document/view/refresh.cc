#include "document/view/refresh.h"

#include "cdx/indexer/html_meta.h"
#include "document/text/markup.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::document {

std::optional<Refresh> read_refresh(std::string_view value) {
  value = text::trim(value, text::kHtmlSpace);
  Refresh refresh;
  refresh.seconds = value.substr(0, value.find_first_not_of("0123456789."));
  refresh.url = cdx::refresh_url(value);
  if (refresh.url.empty() || refresh.seconds.empty()) return std::nullopt;
  const auto whole =
      text::whole_number(refresh.seconds.substr(0, refresh.seconds.find('.')));
  refresh.at_once = whole && *whole <= 1;
  return refresh;
}

}  // namespace wax::document
