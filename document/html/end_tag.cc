#include "document/html/end_tag.h"

#include "text/ascii.h"
#include "text/byte_set.h"

namespace wax::document {
namespace {

// What counts in a script between "<!--" and "-->".
constexpr text::ByteSet kEscapedStops("<-");

bool is_tag_at(std::string_view page, size_t at, std::string_view name) {
  return at <= page.size() && page.size() - at >= name.size() &&
         text::equal_ignoring_case(page.substr(at, name.size()), name) &&
         ends_tag_name(page, at + name.size());
}

}  // namespace

size_t find_end_tag(std::string_view page, size_t at, std::string_view name,
                    std::string_view other) {
  while ((at = page.find("</", at)) != std::string_view::npos) {
    if (is_tag_at(page, at + 2, name) ||
        (!other.empty() && is_tag_at(page, at + 2, other))) {
      return at;
    }
    at += 2;
  }
  return at;
}

size_t find_script_end(std::string_view page, size_t at) {
  constexpr size_t npos = std::string_view::npos;
  enum { kPlain, kEscaped, kTwiceEscaped } state = kPlain;
  while (at < page.size()) {
    if (state == kPlain) {
      at = page.find('<', at);
    } else {
      at = kEscapedStops.find_in(page, at);
    }
    if (at == npos) return npos;
    if (page[at] == '-') {
      if (page.substr(at).starts_with("-->")) state = kPlain;
    } else if (is_tag_at(page, at + 1, "/script")) {
      if (state != kTwiceEscaped) return at;
      state = kEscaped;
    } else if (state == kPlain) {
      if (page.substr(at).starts_with("<!--")) {
        state = kEscaped;
        ++at;  // the dashes may begin "-->"
      }
    } else if (state == kEscaped && is_tag_at(page, at + 1, "script")) {
      state = kTwiceEscaped;
    }
    ++at;
  }
  return npos;
}

}  // namespace wax::document
