#include "cdx/request/request_encoder.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"
#include "warc/http/headers.h"
#include "warc/record/record_header.h"

namespace wax::cdx {
namespace {

std::string form_text(std::string_view body) {
  std::string text;
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] == '+') {
      text += ' ';
    } else if (int byte = text::escaped_byte(body, i); byte >= 0) {
      text += static_cast<char>(byte);
      i += 2;
    } else {
      text += body[i];
    }
  }
  return text;
}

// Bytes of the first characters of UTF-8.
size_t size_of_characters(std::string_view text, size_t characters) {
  for (size_t at = 0; at < text.size(); ++at) {
    bool begins = !text::continues_sequence(text[at]);
    if (begins && characters-- == 0) return at;
  }
  return text.size();
}

// More of a form than the longest query shows: a character is four times "%XX"
// at most.
constexpr size_t kMostForm = 16 * kMostRequestQuery;

std::string base64_query(std::string_view body) {
  body = body.substr(0, kMostRequestQuery);
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

// Strips text as Python does.
std::string_view trimmed(std::string_view text) {
  return text::trim(text, text::kAllSpace);
}

// What in "a; b=\";\"; c" precedes the next semicolon that is not quoted.
std::string_view first_parameter(std::string_view text) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ';' && !quoted) return text.substr(0, i);
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
  }
  return text;
}

std::string unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') {
    return std::string(text);
  }
  text = text.substr(1, text.size() - 2);
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    bool escape = text[i] == '\\' && i + 1 < text.size() &&
                  (text[i + 1] == '\\' || text[i + 1] == '"');
    plain += text[escape ? ++i : i];
  }
  return plain;
}

// The value of a parameter such as boundary=XX or name="q"; of several with one
// name, the last.
std::optional<std::string> parameter(std::string_view value,
                                     std::string_view name) {
  std::optional<std::string> found;
  value.remove_prefix(first_parameter(value).size());
  while (!value.empty()) {
    value.remove_prefix(1);
    std::string_view one = first_parameter(value);
    value.remove_prefix(one.size());
    size_t equals = one.find('=');
    if (equals != std::string_view::npos &&
        text::equal_ignoring_case(trimmed(one.substr(0, equals)), name)) {
      found = unquoted(trimmed(one.substr(equals + 1)));
    }
  }
  return found;
}

bool is_boundary(std::string_view text) {
  constexpr size_t kMost = 201;
  return !text.empty() && text.size() <= kMost && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c <= '~'; });
}

// The fields of a form in parts, as Python's cgi reads them: by lines, which
// end in CRLF or LF.
class Multipart {
 public:
  Multipart(std::string_view body, std::string_view boundary)
      : rest_(body), mark_("--" + std::string(boundary)) {}

  std::string query() {
    std::string query;
    while (!rest_.empty() && trimmed(line()) != mark_) {
    }
    while (!rest_.empty() && !done_ && query.size() < kMostRequestQuery) {
      warc::Headers headers = head();
      std::string_view disposition =
          headers.find("Content-Disposition").value_or("");
      auto name = parameter(disposition, "name");
      bool is_file = parameter(disposition, "filename").has_value();
      std::string_view content = value().substr(0, kMostRequestQuery);
      if (!query.empty()) query += '&';
      append_form_value(text::as_utf8(name.value_or("None")), query);
      query += '=';
      append_form_value(is_file ? std::string(content) : text::as_utf8(content),
                        query);
    }
    return query;
  }

 private:
  std::string_view line() {
    size_t newline = rest_.find('\n');
    std::string_view line = rest_.substr(0, newline);
    if (newline != std::string_view::npos) line = rest_.substr(0, newline + 1);
    rest_.remove_prefix(line.size());
    return line;
  }

  warc::Headers head() {
    std::string_view from = rest_;
    while (!trimmed(line()).empty()) {
    }
    warc::Headers headers;
    headers.parse(from.substr(0, from.size() - rest_.size()));
    return headers;
  }

  // Up to the line end before the next boundary, or before the end.
  std::string_view value() {
    std::string_view from = rest_;
    size_t size = 0;
    while (!rest_.empty()) {
      std::string_view one = line();
      if (one.starts_with("--")) {
        std::string_view mark = text::trim_back(one, text::kAllSpace);
        done_ = mark == mark_ + "--";
        if (done_ || mark == mark_) break;
      }
      size = from.size() - rest_.size();
    }
    std::string_view value = from.substr(0, size);
    if (value.ends_with('\n')) {
      value.remove_suffix(value.ends_with("\r\n") ? 2 : 1);
    } else if (value.ends_with('\r')) {
      value.remove_suffix(1);
    }
    return value;
  }

  std::string_view rest_;
  std::string mark_;
  bool done_ = false;
};

}  // namespace

std::string request_body_query(std::string_view method,
                               std::string_view content_type,
                               std::string_view content_length,
                               std::string_view body) {
  std::string verb(method);
  text::upper_case(verb);
  if (verb != "POST" && verb != "PUT") return {};
  uint64_t length = warc::block_length(content_length).value_or(0);
  if (length == 0) return {};
  body = body.substr(
      0, static_cast<size_t>(std::min<uint64_t>(length, body.size())));

  std::string query;
  if (content_type.starts_with("application/x-www-form-urlencoded")) {
    query = text::is_utf8(body)
                ? text::as_utf8(form_text(body.substr(0, kMostForm)))
                : base64_query(body);
  } else if (content_type.starts_with("multipart/")) {
    auto boundary = parameter(content_type, "boundary");
    query = boundary && is_boundary(*boundary)
                ? Multipart(body, *boundary).query()
                : base64_query(body);
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
  query.resize(size_of_characters(query, kMostRequestQuery));
  return query;
}

void append_request_url(std::string_view url, std::string_view method,
                        std::string_view query, std::string& out) {
  out += url;
  std::string verb(method);
  text::upper_case(verb);
  if (verb == "GET") return;
  out += url.find('?') == std::string_view::npos ? '?' : '&';
  out += "__wb_method=";
  out += verb;
  if (query.empty()) return;
  out += '&';
  out += query;
}

}  // namespace wax::cdx
