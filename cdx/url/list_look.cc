#include "cdx/url/list_look.h"

namespace wax::cdx {

void UrlListLook::see(std::string_view url, bool may_be_key) {
  const bool looks_like_one =
      url.find_first_of(" \t") == url.npos &&
      url.find_first_of(may_be_key ? ":.)" : ":.") != url.npos;
  ++(looks_like_one ? urls_ : others_);
}

std::string UrlListLook::fault() const {
  if (others_ <= urls_) return {};
  return "is no list of URLs: " + std::to_string(others_) + " of its " +
         std::to_string(urls_ + others_) + " lines do not look like one";
}

}  // namespace wax::cdx
