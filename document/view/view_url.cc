#include "document/view/view_url.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cdx/url/url.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

// The schemes of URLs that are followed.
constexpr const char* kSchemes[] = {"http:", "https:", "ftp:"};

// A reference on a page of such a URL as browsers read it (URL standard, 4.4):
// with "/" for "\\", and without the scheme of the page before a path.
std::string read_as_browsers_do(std::string_view base, std::string reference) {
  const auto* scheme = std::find_if(
      std::begin(kSchemes), std::end(kSchemes), [&](const char* one) {
        return text::starts_with_ignoring_case(base, one);
      });
  if (scheme == std::end(kSchemes)) return reference;
  const size_t path_end =
      std::min(reference.find_first_of("?#"), reference.size());
  std::replace(reference.begin(),
               reference.begin() + static_cast<ptrdiff_t>(path_end), '\\', '/');
  const std::string_view name = *scheme;
  if (text::starts_with_ignoring_case(reference, name) &&
      !reference.substr(name.size()).starts_with("//")) {
    reference.erase(0, name.size());
  }
  return reference;
}

}  // namespace

ViewUrl ViewBudget::counted(const ViewUrl& view) {
  return [this, &view](std::string_view url, ViewPart part) {
    step();
    std::string viewed = view(url, part);
    made_ += std::max(url.size(), viewed.size());
    check(made_);
    return viewed;
  };
}

std::string viewed_reference(std::string_view base, std::string_view reference,
                             ViewPart part, const ViewUrl& view) {
  // Browsers drop line ends and tabs within URLs.
  std::string clean;
  for (char c : text::trim(reference, text::kHtmlSpace)) {
    if (c != '\n' && c != '\r' && c != '\t') clean += c;
  }
  if (clean.starts_with('#')) return clean;
  if (clean.empty() && part != ViewPart::kPage) return {};
  if (text::starts_with_ignoring_case(clean, "data:")) {
    return part == ViewPart::kMedia ? clean : std::string();
  }
  if (part == ViewPart::kPage &&
      text::starts_with_ignoring_case(clean, "mailto:")) {
    return clean;
  }
  std::string url;
  cdx::append_resolved(base, read_as_browsers_do(base, std::move(clean)), url);
  const size_t hash = std::min(url.find('#'), url.size());
  const std::string fragment = url.substr(hash);
  url.resize(hash);
  const bool is_followed = std::any_of(
      std::begin(kSchemes), std::end(kSchemes), [&](std::string_view scheme) {
        return text::starts_with_ignoring_case(url, scheme) &&
               url.substr(scheme.size()).starts_with("//");
      });
  if (!is_followed) return {};
  std::string viewed = view(url, part);
  return viewed.empty() ? viewed : viewed + fragment;
}

}  // namespace wax::document
