#include "serve/http/escape.h"

#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"

namespace wax::serve {

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

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    int byte = text::escaped_byte(text, i);
    if (byte == 0) {
      text::append_utf8(0xFFFD, out);
    } else {
      out += byte < 0 ? text[i] : static_cast<char>(byte);
    }
    if (byte >= 0) i += 2;
  }
  return out;
}

bool may_link(std::string_view url) {
  for (std::string_view scheme : {"http://", "https://", "ftp://"}) {
    if (text::starts_with_ignoring_case(url, scheme)) return true;
  }
  return false;
}

}  // namespace wax::serve
