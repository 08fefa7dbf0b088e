#include "document/view/srcset.h"

#include "document/text/markup.h"
#include "text/ascii.h"

namespace wax::document {

std::string viewed_srcset(
    std::string_view value,
    const std::function<std::string(std::string_view url)>& view) {
  std::string out;
  size_t at = 0;
  while (true) {
    while (at < value.size() &&
           (is_html_space(value[at]) || value[at] == ',')) {
      ++at;
    }
    if (at == value.size()) return out;
    size_t end = at;
    while (end < value.size() && !is_html_space(value[end])) ++end;
    std::string_view url = value.substr(at, end - at);
    std::string_view descriptor;
    at = end;
    if (url.ends_with(',')) {
      url = url.substr(0, url.find_last_not_of(',') + 1);
    } else {
      size_t depth = 0;
      while (end < value.size() && (depth > 0 || value[end] != ',')) {
        depth += value[end] == '(' ? 1 : 0;
        depth -= value[end] == ')' && depth > 0 ? 1 : 0;
        ++end;
      }
      descriptor = text::trim(value.substr(at, end - at), text::kHtmlSpace);
      at = end;
    }
    const std::string viewed = view(url);
    if (viewed.empty()) continue;
    if (!out.empty()) out += ", ";
    out += viewed;
    if (!descriptor.empty()) out.append(" ").append(descriptor);
  }
}

}  // namespace wax::document
