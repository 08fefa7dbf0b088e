#include "document/view/view_url.h"

#include <algorithm>

#include "cdx/url/url.h"
#include "text/ascii.h"

namespace wax::document {

std::string viewed_reference(std::string_view base, std::string_view reference,
                             ViewPart part, const ViewUrl& view) {
  // Browsers drop line ends and tabs within URLs.
  std::string clean;
  for (char c : text::trim(reference, text::kHtmlSpace)) {
    if (c != '\n' && c != '\r' && c != '\t') clean += c;
  }
  if (clean.starts_with('#')) return clean;
  if (text::starts_with_ignoring_case(clean, "data:")) {
    return part == ViewPart::kMedia ? clean : std::string();
  }
  if (part == ViewPart::kPage &&
      text::starts_with_ignoring_case(clean, "mailto:")) {
    return clean;
  }
  std::string url;
  cdx::append_resolved(base, clean, url);
  const size_t hash = std::min(url.find('#'), url.size());
  const std::string fragment = url.substr(hash);
  url.resize(hash);
  bool followed = false;
  for (const char* scheme : {"http://", "https://", "ftp://"}) {
    followed |= text::starts_with_ignoring_case(url, scheme);
  }
  if (!followed) return {};
  std::string viewed = view(url, part);
  return viewed.empty() ? viewed : viewed + fragment;
}

}  // namespace wax::document
