#include "document/charset/declared_charset.h"

#include "document/charset/encodings.h"
#include "document/text/markup.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

size_t find_word(std::string_view text, std::string_view lower, size_t from) {
  for (size_t i = from; i + lower.size() <= text.size(); ++i) {
    if (text::equal_ignoring_case(text.substr(i, lower.size()), lower))
      return i;
  }
  return std::string_view::npos;
}

void skip_spaces(std::string_view& text) {
  text = text::trim_front(text, text::kHtmlSpace);
}

// encoding="..." of an XML declaration.
std::string_view xml_encoding(std::string_view bytes) {
  std::string_view declaration = bytes.substr(0, bytes.find("?>"));
  size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return {};
  std::string_view rest = declaration.substr(at + 8);
  skip_spaces(rest);
  if (!rest.starts_with('=')) return {};
  rest.remove_prefix(1);
  skip_spaces(rest);
  if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return {};
  return rest.substr(1, rest.find(rest[0], 1) - 1);
}

// The label that one meta element states. `at` stands behind its name.
std::string_view meta_charset(std::string_view bytes, size_t& at) {
  Attribute attribute;
  std::string_view charset;
  std::string_view content;
  bool content_type = false;
  while (next_attribute(bytes, at, attribute)) {
    if (text::equal_ignoring_case(attribute.name, "charset")) {
      if (charset.empty()) charset = attribute.value;
    } else if (text::equal_ignoring_case(attribute.name, "content")) {
      if (content.empty()) content = attribute.value;
    } else if (text::equal_ignoring_case(attribute.name, "http-equiv")) {
      content_type |=
          text::equal_ignoring_case(attribute.value, "content-type");
    }
  }
  if (!charset.empty()) return charset;
  return content_type ? charset_parameter(content) : std::string_view();
}

}  // namespace

std::string_view charset_parameter(std::string_view content_type) {
  for (size_t at = 0;;) {
    at = find_word(content_type, "charset", at);
    if (at == std::string_view::npos) return {};
    at += 7;
    std::string_view rest = content_type.substr(at);
    skip_spaces(rest);
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    skip_spaces(rest);
    if (rest.starts_with('"') || rest.starts_with('\'')) {
      size_t end = rest.find(rest[0], 1);
      if (end != std::string_view::npos) return rest.substr(1, end - 1);
      rest.remove_prefix(1);
    }
    return rest.substr(0, rest.find_first_of("; \t\r\n\f,"));
  }
}

std::string_view declared_in_markup(std::string_view bytes) {
  bytes = bytes.substr(0, kPrescan);
  if (bytes.starts_with("<?xml")) {
    std::string_view label = xml_encoding(bytes);
    if (!label.empty()) return label;
  }
  for (size_t at = 0; at < bytes.size();) {
    at = bytes.find('<', at);
    if (at == std::string_view::npos || at + 1 >= bytes.size()) break;
    char next = bytes[at + 1];
    if (text::equal_ignoring_case(bytes.substr(at + 1, 4), "meta") &&
        at + 5 < bytes.size() &&
        (is_html_space(bytes[at + 5]) || bytes[at + 5] == '/')) {
      at += 5;
      std::string_view label = meta_charset(bytes, at);
      if (at != std::string_view::npos && find_encoding(label)) return label;
    } else if (text::is_letter(next) || (next == '/' && at + 2 < bytes.size() &&
                                         text::is_letter(bytes[at + 2]))) {
      at += 2;
      while (at < bytes.size() && !is_html_space(bytes[at]) &&
             bytes[at] != '>') {
        ++at;
      }
      skip_attributes(bytes, at);
    } else if (next == '!' || next == '/' || next == '?') {
      at = end_of_declaration(bytes, at);
    } else {
      ++at;
    }
  }
  return {};
}

std::string_view declared_language(std::string_view bytes) {
  bytes = bytes.substr(0, kPrescan);
  size_t at = find_word(bytes, "<html", 0);
  if (at == std::string_view::npos) return {};
  at += 5;
  Attribute attribute;
  std::string_view language;
  while (next_attribute(bytes, at, attribute)) {
    if (text::equal_ignoring_case(attribute.name, "lang") ||
        (language.empty() &&
         text::equal_ignoring_case(attribute.name, "xml:lang"))) {
      language = attribute.value;
    }
  }
  return language;
}

}  // namespace wax::document
