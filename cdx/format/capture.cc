#include "cdx/format/capture.h"

namespace wax::cdx {

void Capture::clear() {
  for (std::string* text :
       {&urlkey, &date, &url, &mime, &mime_detected, &status, &digest,
        &redirect, &meta, &filename, &record_id, &ip_address, &metadata,
        &original_urlkey, &original_date}) {
    text->clear();
  }
  offset = length = block_length = 0;
  has_location = intact = true;
  fields.clear();
}

std::string_view host_of(std::string_view url) {
  if (url.starts_with("dns:")) {
    url.remove_prefix(4);
    if (!url.starts_with("//")) return url.substr(0, url.find_first_of("?#"));
    url.remove_prefix(2);
  } else {
    size_t slashes = url.find("://");
    if (slashes == std::string_view::npos) return {};
    url.remove_prefix(slashes + 3);
  }
  url = url.substr(0, url.find_first_of("/?#"));
  if (size_t at = url.rfind('@'); at != std::string_view::npos) {
    url.remove_prefix(at + 1);
  }
  size_t bracket = url.find(']');  // an IPv6 address has colons of its own
  size_t from = bracket == std::string_view::npos ? 0 : bracket;
  return url.substr(0, url.find(':', from));
}

}  // namespace wax::cdx
