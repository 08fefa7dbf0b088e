#include "serve/http/escape.h"

#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"

namespace wax::serve {

void append_html(std::string_view text, std::string& out) {
  while (!text.empty()) {
    char32_t point = 0;
    size_t size = text::decode_utf8(text, point);
    bool control =
        (point < 0x20 && point != '\t' && point != '\n' && point != '\r') ||
        (point >= 0x7f && point < 0xa0) || text::ends_a_plane(point);
    if (size == 0 || control) {
      out += text::kReplacement;
    } else if (point == '&') {
      out += "&amp;";
    } else if (point == '<') {
      out += "&lt;";
    } else if (point == '>') {
      out += "&gt;";
    } else if (point == '"') {
      out += "&quot;";
    } else if (point == '\'') {
      out += "&#39;";
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
}

std::string html(std::string_view text) {
  std::string out;
  append_html(text, out);
  return out;
}

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
