#include "document/html/html_tokenizer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "document/html/end_tag.h"
#include "document/text/markup.h"
#include "text/ascii.h"
#include "text/byte_set.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

// What a byte is in the name of a tag or an attribute.
enum NameByte : uint8_t { kInName = 0, kUpperOrNul = 1, kEndsName = 2 };

constexpr std::array<uint8_t, 256> make_name_bytes(std::string_view ends) {
  std::array<uint8_t, 256> bytes{};
  bytes[0] = kUpperOrNul;
  for (size_t c = 'A'; c <= 'Z'; ++c) bytes[c] = kUpperOrNul;
  for (char c : ends) bytes[static_cast<unsigned char>(c)] = kEndsName;
  return bytes;
}

constexpr auto kTagNameBytes = make_name_bytes(" \t\n\f\r/>");
constexpr auto kAttributeNameBytes = make_name_bytes(" \t\n\f\r/>=");

constexpr text::ByteSet kNotText("&<");

// Where the name at `at` ends; ors what its bytes are to `seen`.
size_t end_of_name(std::string_view page, size_t at,
                   const std::array<uint8_t, 256>& bytes, uint8_t& seen) {
  for (; at < page.size(); ++at) {
    const uint8_t byte = bytes[static_cast<unsigned char>(page[at])];
    if (byte == kEndsName) break;
    seen |= byte;
  }
  return at;
}

size_t find_byte(std::string_view page, size_t at, char c) {
  if (at >= page.size()) return page.size();
  const void* found = std::memchr(page.data() + at, c, page.size() - at);
  return found ? static_cast<size_t>(static_cast<const char*>(found) -
                                     page.data())
               : page.size();
}

bool contains_byte(std::string_view text, char c) {
  return !text.empty() && std::memchr(text.data(), c, text.size()) != nullptr;
}

// Whether the page ends inside the name of the end tag at `at`.
bool is_cut_name(std::string_view page, size_t at) {
  uint8_t seen = 0;
  return end_of_name(page, at + 2, kTagNameBytes, seen) >= page.size();
}

}  // namespace

HtmlTokenizer::HtmlTokenizer(std::string_view page, NodeArena& arena)
    : page_(page), arena_(&arena), has_nul_(contains_byte(page, '\0')) {}

bool HtmlTokenizer::next(HtmlToken& token) {
  token.has_nul = false;
  for (;;) {
    if (at_ >= page_.size() && state_ != State::kCdata) return end(token);
    switch (state_) {
      case State::kData:
        if (page_[at_] != '<' || !begins_markup(at_)) return text(token);
        if (markup(token)) return true;
        break;  // a tag that the page's end cuts off
      case State::kCdata:
        if (cdata(token)) return true;
        break;
      default:
        if (raw_text(token)) return true;
        break;
    }
  }
}

bool HtmlTokenizer::end(HtmlToken& token) {
  token.kind = Kind::kEndOfPage;
  return false;
}

// Whether the "<" begins a tag, comment or doctype. "</>" does not: it is
// nothing, and the text goes on behind it.
bool HtmlTokenizer::begins_markup(size_t at) const {
  const char next = byte(at + 1);
  if (text::is_letter(next) || next == '!' || next == '?') return true;
  return next == '/' && at + 2 < page_.size() && page_[at + 2] != '>';
}

bool HtmlTokenizer::text(HtmlToken& token) {
  const size_t from = at_;
  bool as_it_is = true;
  for (;;) {
    at_ = find_byte(page_, at_, '<');
    if (at_ >= page_.size() || begins_markup(at_)) break;
    if (byte(at_ + 1) == '/' && byte(at_ + 2) == '>') as_it_is = false;
    ++at_;
  }
  token.kind = Kind::kText;
  token.text = page_.substr(from, at_ - from);
  token.has_nul = has_nul_ && contains_byte(token.text, '\0');
  if (!as_it_is || contains_byte(token.text, '&')) {
    return decoded_text(token, from);
  }
  return true;
}

// The text from `from` to at_ without character references and "</>". False
// when nothing is left.
bool HtmlTokenizer::decoded_text(HtmlToken& token, size_t from) {
  std::string_view rest = page_.substr(from, at_ - from);
  scratch_.clear();
  while (!rest.empty()) {
    size_t taken = std::min(kNotText.find_in(rest), rest.size());
    scratch_ += rest.substr(0, taken);
    rest.remove_prefix(taken);
    if (rest.empty()) break;
    if (rest[0] == '&') {
      taken = decode_entity(rest, false, scratch_);
    } else {
      taken = rest.starts_with("</>") ? 3 : 0;
    }
    if (taken == 0) {
      scratch_ += rest[0];
      taken = 1;
    }
    rest.remove_prefix(taken);
  }
  if (scratch_.empty()) return next(token);
  token.text = arena_->copy(scratch_);
  return true;
}

size_t HtmlTokenizer::end_of_raw_text() {
  if (state_ == State::kPlaintext || raw_element_.empty()) return page_.size();
  if (state_ == State::kScript) return find_script_end(page_, at_);
  const bool title = ends_lost_titles_ && raw_element_ == "title";
  if (!title || !titles_are_lost_) {
    const size_t end = find_end_tag(page_, at_, raw_element_, raw_holder_);
    if (end < page_.size() || !title) return end;
  }
  titles_are_lost_ = true;
  size_t end = at_;
  do {
    end = find_byte(page_, end, '<');
  } while (end < page_.size() && !begins_markup(end++));
  return end < page_.size() ? end - 1 : end;
}

bool HtmlTokenizer::raw_text(HtmlToken& token) {
  size_t end = end_of_raw_text();
  // A tag name that the page's end cuts off is text.
  if (end >= page_.size() || is_cut_name(page_, end)) end = page_.size();
  std::string_view text = page_.substr(at_, end - at_);
  at_ = end;
  const bool references = state_ == State::kRcdata;
  state_ = State::kData;
  if (text.empty()) return false;
  token.kind = Kind::kText;
  token.text = references && contains_byte(text, '&') ? decode(text, false)
                                                      : without_nul(text);
  return true;
}

bool HtmlTokenizer::cdata(HtmlToken& token) {
  state_ = State::kData;
  size_t end = std::min(page_.find("]]>", at_), page_.size());
  token.kind = Kind::kText;
  token.text = page_.substr(std::min(at_, end), end - std::min(at_, end));
  token.has_nul = contains_byte(token.text, '\0');
  at_ = std::min(end + 3, page_.size());
  return !token.text.empty();
}

// At a "<" that begins markup. False when it is no token.
bool HtmlTokenizer::markup(HtmlToken& token) {
  const char next = page_[at_ + 1];
  if (text::is_letter(next)) {
    ++at_;
    return tag(token, Kind::kStartTag);
  }
  if (next == '/') {
    at_ += 2;
    if (text::is_letter(page_[at_])) return tag(token, Kind::kEndTag);
    bogus_comment(token);
    return true;
  }
  if (next == '?') {
    ++at_;
    bogus_comment(token);
    return true;
  }
  at_ += 2;
  std::string_view rest = page_.substr(at_);
  if (rest.starts_with("--")) {
    at_ += 2;
    comment(token);
  } else if (text::starts_with_ignoring_case(rest, "doctype")) {
    at_ += 7;
    doctype(token);
  } else if (cdata_ && rest.starts_with("[CDATA[")) {
    at_ += 7;
    state_ = State::kCdata;
    return false;
  } else {
    bogus_comment(token);
  }
  return true;
}

bool HtmlTokenizer::tag(HtmlToken& token, Kind kind) {
  token.kind = kind;
  token.self_closing = false;
  token.attributes.clear();
  tag_name(token);
  return attributes(token);
}

void HtmlTokenizer::tag_name(HtmlToken& token) {
  const size_t from = at_;
  uint8_t seen = 0;
  at_ = end_of_name(page_, at_, kTagNameBytes, seen);
  token.text = page_.substr(from, at_ - from);
  if (seen == 0) {
    token.tag = tag_of(token.text);
    return;
  }
  std::array<char, 16> name;
  if (token.text.size() <= name.size()) {
    std::transform(token.text.begin(), token.text.end(), name.begin(),
                   text::to_lower);
    token.tag = tag_of({name.data(), token.text.size()});
    if (token.tag != Tag::kOther) {
      token.text = wax::document::tag_name(token.tag);
      return;
    }
  }
  token.tag = Tag::kOther;
  token.text = lower(token.text);
}

// Reads to behind the ">" of a tag. False when the page ends inside it.
bool HtmlTokenizer::attributes(HtmlToken& token) {
  for (;;) {
    skip_html_spaces(page_, at_);
    if (at_ >= page_.size()) return false;
    if (page_[at_] == '>') {
      ++at_;
      return true;
    }
    if (page_[at_] == '/') {
      ++at_;
      if (byte(at_) == '>' && at_ < page_.size()) {
        token.self_closing = true;
        ++at_;
        return true;
      }
      continue;
    }
    if (!attribute(token)) return false;
  }
}

bool HtmlTokenizer::attribute(HtmlToken& token) {
  const size_t from = at_++;  // a name may begin with "="
  uint8_t seen = kTagNameBytes[static_cast<unsigned char>(page_[from])];
  at_ = end_of_name(page_, at_, kAttributeNameBytes, seen);
  std::string_view name = page_.substr(from, at_ - from);
  if (seen != 0) name = lower(name);
  skip_html_spaces(page_, at_);
  if (at_ >= page_.size()) return false;
  std::string_view value;
  if (page_[at_] == '=') {
    ++at_;
    skip_html_spaces(page_, at_);
    if (at_ >= page_.size()) return false;
    const char first = page_[at_];
    size_t end;
    if (first == '"' || first == '\'') {
      end = find_byte(page_, ++at_, first);
      if (end >= page_.size()) {
        at_ = end;
        return false;
      }
      value = page_.substr(at_, end - at_);
      at_ = end + 1;
    } else {
      end = at_;
      while (end < page_.size() && page_[end] != '>' &&
             !is_html_space(page_[end])) {
        ++end;
      }
      value = page_.substr(at_, end - at_);
      at_ = end;
      if (at_ >= page_.size()) return false;
    }
  }
  if (token.kind == Kind::kStartTag) add_attribute(token, name, value);
  return true;
}

void HtmlTokenizer::add_attribute(HtmlToken& token, std::string_view name,
                                  std::string_view value) {
  auto& all = token.attributes;
  if (all.size() >= kMostAttributes) return;
  const Attr attr = attr_of(name);
  for (const NodeAttribute& other : all) {
    if (other.attr == attr && (attr != Attr::kOther || other.name == name)) {
      return;
    }
  }
  if (contains_byte(value, '&')) {
    value = decode(value, true);
  } else {
    value = without_nul(value);
  }
  all.push_back({name, value, attr, AttrNamespace::kNone});
}

void HtmlTokenizer::comment(HtmlToken& token) {
  token.kind = Kind::kComment;
  const size_t from = at_;
  std::string_view rest = page_.substr(at_);
  token.text = {};
  if (rest.starts_with('>') || rest.starts_with("->")) {
    at_ += rest[0] == '>' ? 1 : 2;
    return;
  }
  for (;; ++at_) {
    at_ = find_byte(page_, at_, '>');
    std::string_view text = page_.substr(from, at_ - from);
    if (at_ >= page_.size()) {
      for (std::string_view end : {"--!", "--", "-"}) {
        if (text.ends_with(end)) {
          text.remove_suffix(end.size());
          break;
        }
      }
      token.text = without_nul(text);
      return;
    }
    if (text.ends_with("--") || text.ends_with("--!")) {
      text.remove_suffix(text.back() == '!' ? 3 : 2);
      token.text = without_nul(text);
      ++at_;
      return;
    }
  }
}

void HtmlTokenizer::bogus_comment(HtmlToken& token) {
  token.kind = Kind::kComment;
  const size_t end = find_byte(page_, at_, '>');
  token.text = without_nul(page_.substr(at_, end - at_));
  at_ = std::min(end + 1, page_.size());
}

std::string_view HtmlTokenizer::without_nul(std::string_view text) {
  if (!has_nul_ || !contains_byte(text, '\0')) return text;
  scratch_.clear();
  for (char c : text) {
    if (c == '\0') {
      scratch_ += text::kReplacement;
    } else {
      scratch_ += c;
    }
  }
  return arena_->copy(scratch_);
}

// In lower case, with U+FFFD for U+0000.
std::string_view HtmlTokenizer::lower(std::string_view text) {
  scratch_.clear();
  bool changed = false;
  for (char c : text) {
    changed |= c == '\0' || text::to_lower(c) != c;
    if (c == '\0') {
      scratch_ += text::kReplacement;
    } else {
      scratch_ += text::to_lower(c);
    }
  }
  return changed ? arena_->copy(scratch_) : text;
}

// With character references resolved.
std::string_view HtmlTokenizer::decode(std::string_view text, bool attribute) {
  scratch_.clear();
  while (!text.empty()) {
    size_t taken = 0;
    while (taken < text.size() && text[taken] != '&' && text[taken] != '\0') {
      ++taken;
    }
    scratch_ += text.substr(0, taken);
    text.remove_prefix(taken);
    if (text.empty()) break;
    taken = 1;
    if (text[0] == '\0') {
      scratch_ += text::kReplacement;
    } else {
      taken = decode_entity(text, attribute, scratch_);
      if (taken == 0) {
        scratch_ += '&';
        taken = 1;
      }
    }
    text.remove_prefix(taken);
  }
  return arena_->copy(scratch_);
}

HtmlTokenizer::State state_within(Tag tag) {
  using State = HtmlTokenizer::State;
  switch (tag) {
    case Tag::kTitle:
    case Tag::kTextarea:
      return State::kRcdata;
    case Tag::kStyle:
    case Tag::kXmp:
    case Tag::kIframe:
    case Tag::kNoembed:
    case Tag::kNoframes:
      return State::kRawtext;
    case Tag::kScript:
      return State::kScript;
    case Tag::kPlaintext:
      return State::kPlaintext;
    default:
      return State::kData;
  }
}

}  // namespace wax::document
