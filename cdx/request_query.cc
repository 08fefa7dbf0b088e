#include "cdx/request_query.h"

#include <algorithm>
#include <charconv>

#include "cdx/amf_form.h"
#include "cdx/json_form.h"
#include "cdx/profile_policies.h"
#include "warc/headers.h"

namespace wax::cdx {
namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string form_text(std::string_view body) {
  std::string text;
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] == '+') {
      text += ' ';
    } else if (body[i] == '%' && i + 2 < body.size() &&
               hex_digit(body[i + 1]) >= 0 && hex_digit(body[i + 2]) >= 0) {
      text += static_cast<char>(hex_digit(body[i + 1]) * 16 +
                                hex_digit(body[i + 2]));
      i += 2;
    } else {
      text += body[i];
    }
  }
  return text;
}

std::string base64_query(std::string_view body) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string query = "__wb_post_data=";
  for (size_t i = 0; i < body.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      group <<= 8;
      if (i + k < body.size()) group |= static_cast<unsigned char>(body[i + k]);
    }
    size_t have = std::min<size_t>(3, body.size() - i);
    for (size_t k = 0; k < 4; ++k) {
      query += k <= have ? kLetters[(group >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return query;
}

// The value of a parameter such as boundary=XX or name="q".
std::string_view parameter(std::string_view value, std::string_view name) {
  for (size_t at = value.find(';'); at != std::string_view::npos;) {
    value = value.substr(at + 1);
    value =
        value.substr(std::min(value.find_first_not_of(" \t"), value.size()));
    size_t equals = value.find('=');
    if (equals != std::string_view::npos &&
        warc::equal_ignoring_case(value.substr(0, equals), name)) {
      value = value.substr(equals + 1);
      if (value.starts_with('"')) {
        return value.substr(1, value.find('"', 1) - 1);
      }
      return media_type(value, ";");
    }
    at = value.find(';');
  }
  return {};
}

// Without the line end before a boundary, also where that is missing.
std::string_view without_newline(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::string multipart_query(std::string_view body, std::string_view boundary) {
  const std::string mark = "--" + std::string(boundary);
  std::string query;
  size_t at = body.find(mark);
  while (at != std::string_view::npos) {
    std::string_view part = body.substr(at + mark.size());
    if (part.starts_with("--")) break;
    size_t next = part.find("\r\n" + mark);
    std::string_view content = part.substr(0, next);
    if (next == std::string_view::npos) content = without_newline(content);
    at = next == std::string_view::npos ? next : at + mark.size() + next + 2;
    size_t blank = content.find("\r\n\r\n");
    if (blank == std::string_view::npos) continue;
    warc::Headers headers;
    headers.parse(content.substr(std::min<size_t>(2, content.size()), blank));
    std::string_view disposition =
        headers.find("Content-Disposition").value_or("");
    std::string_view name = parameter(disposition, "name");
    std::string_view value = content.substr(blank + 4);
    bool is_file = !parameter(disposition, "filename").empty();
    if (!query.empty()) query += '&';
    append_form_value(as_utf8(name), query);
    query += '=';
    append_form_value(is_file ? std::string(value) : as_utf8(value), query);
  }
  return query;
}

}  // namespace

std::string request_body_query(std::string_view method,
                               std::string_view content_type,
                               std::string_view content_length,
                               std::string_view body) {
  const std::string verb = upper(method);
  if (verb != "POST" && verb != "PUT") return {};
  uint64_t length = 0;
  auto number =
      std::from_chars(content_length.data(),
                      content_length.data() + content_length.size(), length);
  if (number.ec != std::errc() ||
      number.ptr != content_length.data() + content_length.size()) {
    return {};
  }
  if (length == 0) return {};
  body = body.substr(
      0, static_cast<size_t>(std::min<uint64_t>(length, body.size())));

  std::string query;
  std::string_view boundary = parameter(content_type, "boundary");
  if (content_type.starts_with("application/x-www-form-urlencoded")) {
    query = is_utf8(body) ? as_utf8(form_text(body)) : base64_query(body);
  } else if (content_type.starts_with("multipart/") && !boundary.empty()) {
    query = multipart_query(body, boundary);
  } else if (content_type.starts_with("application/json")) {
    query = json_as_form(body, JsonLines::kYes).value_or("");
  } else if (content_type.starts_with("application/x-amf")) {
    query = amf_as_form(body).value_or("");
  } else if (content_type.starts_with("text/plain")) {
    auto form = json_as_form(body);
    query = form ? *form : base64_query(body);
  } else {
    query = base64_query(body);
  }
  query.resize(std::min(query.size(), kMostRequestQuery));
  return query;
}

void append_request_url(std::string_view url, std::string_view method,
                        std::string_view query, std::string& out) {
  out += url;
  const std::string verb = upper(method);
  if (verb == "GET") return;
  out += url.find('?') == std::string_view::npos ? '?' : '&';
  out += "__wb_method=";
  out += verb;
  if (query.empty()) return;
  out += '&';
  out += query;
}

}  // namespace wax::cdx
