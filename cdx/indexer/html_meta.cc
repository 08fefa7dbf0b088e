#include "cdx/indexer/html_meta.h"

#include <algorithm>
#include <optional>

#include "text/ascii.h"
#include "text/byte_set.h"

namespace wax::cdx {
namespace {

using text::equal_ignoring_case;
using text::kHtmlSpace;
using text::starts_with_ignoring_case;

constexpr text::ByteSet kEndsAttributeName(" \t\r\n\f/>=");
constexpr text::ByteSet kEndsValue(" \t\r\n\f>");

std::string_view trim(std::string_view text) {
  return text::trim(text, kHtmlSpace);
}

std::string_view after(std::string_view text, size_t n) {
  return text.substr(std::min(n, text.size()));
}

// Takes one attribute off the front of a tag's inside; false at its end. A
// quoted value may hold ">", so tags are ended here and not before.
bool next_attribute(std::string_view& rest, std::string_view& name,
                    std::string_view& value) {
  rest = text::trim_front(rest, " \t\r\n\f/");
  if (rest.empty() || rest.front() == '>') return false;
  size_t end = kEndsAttributeName.find_in(rest, 1);
  name = rest.substr(0, end);
  rest = after(rest, end);
  value = {};
  std::string_view next = text::trim_front(rest, kHtmlSpace);
  if (next.empty() || next.front() != '=') return true;
  next.remove_prefix(1);
  next = text::trim_front(next, kHtmlSpace);
  if (!next.empty() && (next.front() == '"' || next.front() == '\'')) {
    char quote = next.front();
    next.remove_prefix(1);
    size_t close = next.find(quote);
    value = next.substr(0, close);
    rest = close == std::string_view::npos ? std::string_view()
                                           : next.substr(close + 1);
  } else {
    size_t close = kEndsValue.find_in(next);
    value = next.substr(0, close);
    rest = after(next, close);
  }
  return true;
}

// `rest` begins after "<meta" and is left after the element. Of an attribute
// that occurs twice, the first counts.
void read_meta_element(std::string_view& rest, bool in_head, HtmlMeta& meta) {
  std::string_view attribute, value;
  std::optional<std::string_view> name, equivalent, content;
  auto take = [&](std::string_view wanted, auto& place) {
    if (!place && equal_ignoring_case(attribute, wanted)) place = value;
  };
  while (next_attribute(rest, attribute, value)) {
    take("name", name);
    take("http-equiv", equivalent);
    take("content", content);
  }
  if (!content) return;
  if (name && equal_ignoring_case(trim(*name), "robots")) {
    if (in_head) add_robots_directives(*content, meta);
  } else if (equivalent && equal_ignoring_case(trim(*equivalent), "refresh") &&
             meta.refresh.empty()) {
    meta.refresh.assign(refresh_url(*content));
  }
}

bool is_tag(std::string_view rest, std::string_view name) {
  return starts_with_ignoring_case(rest, name) && rest.size() > name.size() &&
         (text::is_one_of(rest[name.size()], kHtmlSpace) ||
          rest[name.size()] == '>' || rest[name.size()] == '/');
}

// Passes over the text of an element that holds no markup.
void skip_text_of(std::string_view name, std::string_view& rest) {
  for (;;) {
    size_t at = rest.find("</");
    if (at == std::string_view::npos) {
      rest = {};
      return;
    }
    rest.remove_prefix(at + 2);
    if (starts_with_ignoring_case(rest, name)) return;
  }
}

// Whether a directive has a value; other names before a colon are robots.
bool has_value(std::string_view directive) {
  return starts_with_ignoring_case(directive, "max-") ||
         equal_ignoring_case(directive, "unavailable_after");
}

void add_directive_words(std::string_view words, HtmlMeta& meta) {
  while (!(words = text::trim_front(words, kHtmlSpace)).empty()) {
    std::string_view word = words.substr(0, words.find_first_of(kHtmlSpace));
    words.remove_prefix(word.size());
    bool none = equal_ignoring_case(word, "none");
    meta.noarchive |= equal_ignoring_case(word, "noarchive");
    meta.nofollow |= none || equal_ignoring_case(word, "nofollow");
    meta.noindex |= none || equal_ignoring_case(word, "noindex");
  }
}

}  // namespace

void HtmlMeta::clear() {
  noarchive = nofollow = noindex = false;
  refresh.clear();
}

std::string_view refresh_url(std::string_view content) {
  size_t semicolon = content.find_first_of(";,");
  if (semicolon == std::string_view::npos) return {};
  content = trim(content.substr(semicolon + 1));
  if (starts_with_ignoring_case(content, "url")) {
    std::string_view behind = trim(content.substr(3));
    if (behind.starts_with('=')) content = trim(behind.substr(1));
  }
  if (!content.empty() && (content.front() == '"' || content.front() == '\'')) {
    char quote = content.front();
    content.remove_prefix(1);
    content = content.substr(0, content.find(quote));
  }
  return content;
}

void add_robots_headers(const warc::Headers& headers, HtmlMeta& meta) {
  for (const warc::Field& field : headers.all()) {
    if (equal_ignoring_case(field.name, "X-Robots-Tag")) {
      add_robots_directives(field.value, meta);
    }
  }
}

void add_robots_directives(std::string_view value, HtmlMeta& meta) {
  while (!value.empty()) {
    size_t comma = value.find(',');
    std::string_view words = trim(value.substr(0, comma));
    value = comma == std::string_view::npos ? std::string_view()
                                            : value.substr(comma + 1);
    size_t colon = words.find(':');
    if (colon != std::string_view::npos) {
      std::string_view name = trim(words.substr(0, colon));
      bool one_word = name.find_first_of(kHtmlSpace) == std::string_view::npos;
      if (one_word && !has_value(name)) return;
      // More words are those before a name, or the rest of a date.
      words = one_word ? std::string_view() : name;
    }
    add_directive_words(words, meta);
  }
}

void scan_html_meta(std::string_view html, HtmlMeta& meta) {
  std::string_view rest = html;
  bool in_head = true;
  for (;;) {
    size_t open = rest.find('<');
    if (open == std::string_view::npos) return;
    rest.remove_prefix(open + 1);
    if (rest.starts_with("!--")) {
      size_t close = rest.find("-->", 3);
      if (close == std::string_view::npos) return;
      rest.remove_prefix(close + 3);
    } else if (is_tag(rest, "meta")) {
      rest.remove_prefix(4);
      read_meta_element(rest, in_head, meta);
    } else if (is_tag(rest, "/head")) {
      in_head = false;
    } else if (is_tag(rest, "script")) {
      skip_text_of("script", rest);
    } else if (is_tag(rest, "style")) {
      skip_text_of("style", rest);
    }
  }
}

}  // namespace wax::cdx
