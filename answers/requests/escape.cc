#include "answers/requests/escape.h"

#include "text/ascii.h"
#include "text/percent.h"

namespace wax::answers {

void append_url_part(std::string_view text, std::string& out) {
  for (char c : text) {
    if (text::is_alphanumeric(c) || text::is_one_of(c, "-._~")) {
      out += c;
    } else {
      text::append_percent(c, out);
    }
  }
}

std::string url_part(std::string_view text) {
  std::string out;
  append_url_part(text, out);
  return out;
}

bool may_link(std::string_view url) {
  for (std::string_view scheme : {"http://", "https://", "ftp://"}) {
    if (text::starts_with_ignoring_case(url, scheme)) return true;
  }
  return false;
}

}  // namespace wax::answers
