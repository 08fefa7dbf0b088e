#include "document/text/markup.h"

namespace wax::document {
namespace {

void skip_spaces(std::string_view page, size_t& at) {
  while (at < page.size() && is_html_space(page[at])) ++at;
}

// From behind "<!--" to behind the end of the comment.
size_t end_of_comment(std::string_view page, size_t at) {
  std::string_view rest = page.substr(at);
  if (rest.starts_with('>')) return at + 1;
  if (rest.starts_with("->")) return at + 2;
  // "--" ends it before ">" or "!>".
  for (size_t i = at;;) {
    i = page.find('>', i);
    if (i == std::string_view::npos) return page.size();
    std::string_view before = page.substr(at, i - at);
    if (before.ends_with("--") || before.ends_with("--!")) return i + 1;
    ++i;
  }
}

}  // namespace

bool next_attribute(std::string_view page, size_t& at, Attribute& attribute) {
  auto end_of_page = [&] {
    at = std::string_view::npos;
    return false;
  };
  while (at < page.size() && (is_html_space(page[at]) || page[at] == '/')) {
    ++at;
  }
  if (at >= page.size()) return end_of_page();
  if (page[at] == '>') {
    ++at;
    return false;
  }
  // A name may begin with "=".
  size_t start = at++;
  while (at < page.size() && page[at] != '=' && page[at] != '>' &&
         page[at] != '/' && !is_html_space(page[at])) {
    ++at;
  }
  attribute = {page.substr(start, at - start), {}};
  skip_spaces(page, at);
  if (at >= page.size()) return end_of_page();
  if (page[at] != '=') return true;
  ++at;
  skip_spaces(page, at);
  if (at >= page.size()) return end_of_page();
  char quote = page[at];
  if (quote == '"' || quote == '\'') {
    start = ++at;
    at = page.find(quote, at);
    if (at == std::string_view::npos) return false;
    attribute.value = page.substr(start, at - start);
    ++at;
    return true;
  }
  start = at;
  while (at < page.size() && page[at] != '>' && !is_html_space(page[at])) ++at;
  if (at >= page.size()) return end_of_page();
  attribute.value = page.substr(start, at - start);
  return true;
}

void skip_attributes(std::string_view page, size_t& at) {
  Attribute attribute;
  while (next_attribute(page, at, attribute)) {
  }
}

size_t end_of_declaration(std::string_view page, size_t at) {
  if (page.substr(at).starts_with("<!--")) return end_of_comment(page, at + 4);
  size_t end = page.find('>', at + 2);
  return end == std::string_view::npos ? page.size() : end + 1;
}

}  // namespace wax::document
