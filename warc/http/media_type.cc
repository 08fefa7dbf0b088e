#include "warc/http/media_type.h"

#include <algorithm>

#include "text/ascii.h"

namespace wax::warc {
namespace {

std::string_view take_token(std::string_view& text, std::string_view ends) {
  size_t end = std::min(text.find_first_of(ends), text.size());
  std::string_view token = text.substr(0, end);
  text.remove_prefix(end);
  return token;
}

// A quoted string, to its closing quote.
bool take_quoted(std::string_view& text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

bool is_any_of(std::string_view type,
               std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

}  // namespace

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return text::is_alphanumeric(c) || text::is_one_of(c, kMarks);
  });
}

bool is_media_type(std::string_view text) {
  if (!is_token(take_token(text, "/")) || text.empty()) return false;
  text.remove_prefix(1);
  if (!is_token(take_token(text, "; \t"))) return false;
  for (;;) {
    text = text::trim_front(text, text::kBlanks);
    if (text.empty()) return true;
    if (text.front() != ';') return false;
    text.remove_prefix(1);
    text = text::trim_front(text, text::kBlanks);
    if (text.empty() || text.front() == ';') continue;  // an empty parameter
    if (!is_token(take_token(text, "=")) || text.empty()) return false;
    text.remove_prefix(1);
    if (text.starts_with('"')) {
      if (!take_quoted(text)) return false;
    } else if (!is_token(take_token(text, "; \t"))) {
      return false;
    }
  }
}

std::string_view media_type(std::string_view content_type,
                            std::string_view ends) {
  content_type = text::trim_front(content_type);
  return text::trim_back(
      content_type.substr(0, content_type.find_first_of(ends)));
}

std::string bare_type(std::string_view content_type) {
  content_type = content_type.substr(0, content_type.find_first_of(";,"));
  std::string type;
  for (char c : content_type) {
    if (!text::is_control_or_space(c)) type += text::to_lower(c);
  }
  return type;
}

TextKind text_kind(std::string_view type) {
  if (is_any_of(type, {"text/html", "application/xhtml+xml", "text/sgml",
                       "application/vnd.wap.xhtml+xml",
                       "text/x-server-parsed-html"})) {
    return TextKind::kHtml;
  }
  if (is_any_of(type, {"text/xml", "application/xml", "text/vnd.wap.wml"}) ||
      (type.ends_with("+xml") && !type.starts_with("image/"))) {
    return TextKind::kXml;
  }
  if (type.starts_with("text/") || type.ends_with("+json") ||
      is_any_of(
          type,
          {"application/javascript", "application/x-javascript",
           "application/ecmascript", "application/json", "application/x-json",
           "application/yaml", "application/x-yaml", "application/x-sh",
           "application/sql", "application/x-tex", "application/x-latex",
           "application/x-ndjson", "application/csv", "message/rfc822"})) {
    return TextKind::kPlain;
  }
  return TextKind::kNone;
}

bool is_document(std::string_view type) {
  constexpr std::string_view kFamilies[] = {
      "image/",
      "audio/",
      "video/",
      "application/vnd.openxmlformats-officedocument.",
      "application/vnd.oasis.opendocument.",
      "application/vnd.ms-excel",
      "application/vnd.ms-powerpoint",
      "application/vnd.ms-word",
      "application/vnd.ms-works",
      "application/vnd.stardivision.",
      "application/vnd.sun.xml.",
      "application/vnd.lotus-",
      "application/vnd.wordperfect",
  };
  if (is_any_of(
          type,
          {"application/pdf", "application/x-pdf", "application/postscript",
           "application/msword", "application/msexcel", "application/x-msexcel",
           "application/mspowerpoint", "application/rtf", "application/x-rtf",
           "application/wordperfect", "application/x-wordperfect",
           "application/epub+zip", "application/x-mobipocket-ebook",
           "application/mbox", "application/ogg", "application/mp4",
           "application/vnd.rn-realmedia"})) {
    return true;
  }
  for (std::string_view family : kFamilies) {
    if (type.starts_with(family)) return true;
  }
  bool is_code =
      type.ends_with("json") || type.ends_with("script") ||
      is_any_of(type, {"text/css", "application/x-ndjson", "text/x-component"});
  return text_kind(type) != TextKind::kNone && !is_code;
}

bool is_vague(std::string_view type) {
  return is_any_of(type,
                   {"", "-", "unk", "no-type", "unknown", "*/*",
                    "unknown/unknown", "content/unknown", "application/unknown",
                    "application/octet-stream", "application/http",
                    "application/x-unknown-content-type"}) ||
         type.find('/') == std::string_view::npos;
}

}  // namespace wax::warc
