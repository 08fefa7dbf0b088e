#include "index/html/tag_attributes.h"

#include "index/text/markup.h"
#include "text/ascii.h"

namespace wax::index {

void read_attributes(std::string_view page, size_t& at,
                     TagAttributes& attributes) {
  attributes = {};
  Attribute read;
  while (next_attribute(page, at, read)) {
    auto is = [&](std::string_view name) {
      return text::equal_ignoring_case(read.name, name);
    };
    if (is("href") && !attributes.href) {
      attributes.href = read.value;
    } else if (is("src") && !attributes.src) {
      attributes.src = read.value;
    } else if (is("alt") && attributes.alt.empty()) {
      attributes.alt = read.value;
    } else if (is("name") && attributes.name.empty()) {
      attributes.name = read.value;
    } else if (is("http-equiv") && attributes.http_equiv.empty()) {
      attributes.http_equiv = read.value;
    } else if (is("content") && attributes.content.empty()) {
      attributes.content = read.value;
    } else if (is("shadowrootmode") && attributes.shadowrootmode.empty()) {
      attributes.shadowrootmode = read.value;
    }
  }
}

}  // namespace wax::index
