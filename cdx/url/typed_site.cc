#include "cdx/url/typed_site.h"

#include <algorithm>

#include "cdx/url/host.h"
#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"

namespace wax::cdx {

std::string plain_host(std::string_view host) {
  std::string plain(host);
  if (plain.find('%') != plain.npos) plain = text::percent_decoded(plain);
  if (text::ascii_prefix(plain) < plain.size()) encode_idna(plain);
  text::lower_case(plain);
  while (plain.ends_with('.')) plain.pop_back();
  return plain;
}

TypedSite typed_site(std::string_view text) {
  text = text::trim(text, text::kAllSpace);
  const size_t end_of_host = text.find_first_of("/?#\\");
  std::string_view after = text;
  if (const size_t scheme = text.find("://");
      scheme != text.npos && scheme < end_of_host) {
    after.remove_prefix(scheme + 3);
  } else if (end_of_host == 0 && text.starts_with("//")) {
    after.remove_prefix(2);
  }
  TypedSite site;
  if (after.starts_with("*.") || after.starts_with('.')) {
    after.remove_prefix(after.find('.') + 1);
    site.below_too = true;
  }
  site.host = plain_host(host_of(std::string("http://").append(after)));
  after.remove_prefix(std::min(after.find_first_of("/?#\\"), after.size()));
  if (after.starts_with('/') || after.starts_with('\\')) after.remove_prefix(1);
  site.rest = after;
  return site;
}

}  // namespace wax::cdx
