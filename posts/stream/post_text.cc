#include "posts/stream/post_text.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <utility>

#include "document/formats/document_builder.h"
#include "document/html/html_tree.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::posts {
namespace {

bool is_word(char c) {
  return text::is_alphanumeric(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool ends_url(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '<' || c == '>' ||
         c == '"' || c == '(' || c == ')' || c == 0x7F;
}

// Without punctuation at the end.
std::string_view without_punctuation(std::string_view url) {
  while (!url.empty() && url.back() != '/') {
    size_t begin = url.size() - 1;
    while (begin > 0 && text::continues_sequence(url[begin])) --begin;
    char32_t point = 0;
    if (text::decode_utf8(url.substr(begin), point) == 0) break;
    const auto code = static_cast<UChar32>(point);
    const bool is_end = u_ispunct(code) || u_isUWhiteSpace(code) ||
                        (point < 0x80 && !text::is_alphanumeric(url.back()));
    if (!is_end) break;
    url = url.substr(0, begin);
  }
  return url;
}

// The size of the URL at the beginning of the text, of which `head` is its
// scheme.
size_t url_size(std::string_view text, size_t head) {
  size_t size = head;
  while (size < text.size() && !ends_url(text[size])) ++size;
  // "(word)" belongs to it.
  if (size < text.size() && text[size] == '(') {
    size_t end = size + 1;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > size + 1 && end < text.size() && text[end] == ')') {
      return end + 1;
    }
  }
  const size_t rest =
      without_punctuation(text.substr(head, size - head)).size();
  return rest == 0 ? 0 : head + rest;
}

bool has_class(const document::Node& node, std::string_view name) {
  return (' ' + std::string(node.value(document::Attr::kClass)) + ' ')
             .find(' ' + std::string(name) + ' ') != std::string::npos;
}

// ASCII without controls, and blanks only one by one between words. Most texts
// are; the loop has no branch.
bool is_plain(std::string_view text) {
  unsigned other = 0;
  char before = ' ';
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    other |= static_cast<unsigned>(byte < ' ') |
             static_cast<unsigned>(byte >= 0x7F) |
             static_cast<unsigned>(c == ' ' && before == ' ');
    before = c;
  }
  return other == 0 && (text.empty() || before != ' ');
}

}  // namespace

bool is_link(std::string_view url) {
  return text::starts_with_ignoring_case(url, "http://") ||
         text::starts_with_ignoring_case(url, "https://") ||
         text::starts_with_ignoring_case(url, "ftp://");
}

std::string unescaped_text(std::string text) {
  constexpr std::array<std::pair<std::string_view, char>, 3> kEscapes = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}}};
  size_t at = text.find('&');
  if (at == text.npos) return text;
  std::string plain;
  size_t from = 0;
  for (; at != text.npos; at = text.find('&', at)) {
    const std::string_view rest = std::string_view(text).substr(at);
    const auto* escape = std::find_if(
        kEscapes.begin(), kEscapes.end(),
        [&](const auto& one) { return rest.starts_with(one.first); });
    if (escape == kEscapes.end()) {
      ++at;
      continue;
    }
    plain.append(text, from, at - from) += escape->second;
    at = from = at + escape->first.size();
  }
  return plain.append(text, from);
}

void each_url(std::string_view text,
              const std::function<void(std::string&& url)>& use) {
  constexpr std::array<std::string_view, 4> kHeads = {"http://", "https://",
                                                      "ftp://", "www."};
  for (size_t at = 0; at < text.size();) {
    at = text.find_first_of("hHwWfF", at);
    if (at == text.npos) return;
    const std::string_view rest = text.substr(at);
    size_t size = 0;
    if (at == 0 || !is_word(text[at - 1])) {
      for (std::string_view head : kHeads) {
        if (text::starts_with_ignoring_case(rest, head)) {
          size = url_size(rest, head.size());
          break;
        }
      }
    }
    if (size == 0) {
      ++at;
      continue;
    }
    std::string url(rest.substr(0, size));
    use(is_link(url) ? std::move(url) : "http://" + url);
    at += size;
  }
}

std::string read_html_post(std::string_view html,
                           const std::function<void(std::string&& url)>& use) {
  document::HtmlTree tree;
  tree.parse(html);
  const document::Node* root = tree.root();
  for (const document::Node* node = root; node != nullptr;
       node = document::next_in_order(node, root)) {
    if (!node->is_html(document::Tag::kA)) continue;
    const std::string_view url =
        text::trim(node->value(document::Attr::kHref), text::kAllSpace);
    if (is_link(url) && !has_class(*node, "mention") &&
        !has_class(*node, "hashtag") &&
        node->value(document::Attr::kRel).find("tag") == url.npos) {
      use(std::string(url));
    }
  }
  return document::text_of_html(html);
}

std::string_view repeated_author(std::string_view text) {
  // Most texts name nobody.
  if (text.find('@') == text.npos) return {};
  for (size_t at = 0; at + 2 < text.size(); ++at) {
    if (text::to_lower(text[at]) != 'r' ||
        text::to_lower(text[at + 1]) != 't' ||
        (at > 0 && is_word(text[at - 1])) || is_word(text[at + 2])) {
      continue;
    }
    size_t begin = text.find('@', at);
    if (begin == text.npos) return {};
    do ++begin;
    while (begin < text.size() && text::is_space(text[begin]));
    size_t end = begin;
    while (end < text.size() &&
           (text::is_alphanumeric(text[end]) || text[end] == '_'))
      ++end;
    return text.substr(begin, end - begin);
  }
  return {};
}

std::string plain_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string plain;
  plain.reserve(text.size());
  bool blank = true;  // no blank at the beginning
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && text[end] > ' ' && text[end] < 0x7F) ++end;
    if (end > at) {
      plain.append(text.substr(at, end - at));
      blank = false;
      at = end;
      continue;
    }
    char32_t point = 0;
    const size_t size = text::decode_utf8(text.substr(at), point);
    if (size == 0) {
      at += text::ill_formed_length(text.substr(at));
      plain += text::kReplacement;
      blank = false;
      continue;
    }
    const bool is_blank =
        point <= ' ' || (point >= 0x7F && point <= 0xA0) ||
        (point > 0xA0 && u_isUWhiteSpace(static_cast<UChar32>(point)));
    if (!is_blank) plain.append(text.substr(at, size));
    if (is_blank && !blank) plain += ' ';
    blank = is_blank;
    at += size;
  }
  if (plain.ends_with(' ')) plain.pop_back();
  return plain;
}

}  // namespace wax::posts
