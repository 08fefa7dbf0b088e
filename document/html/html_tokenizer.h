// The tokenizer of the HTML standard (13.2.5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/html/html_tree.h"

namespace wax::document {

// A token; views point into the page, or into the arena.
struct HtmlToken {
  enum class Kind : uint8_t {
    kEndOfPage,
    kText,
    kStartTag,
    kEndTag,
    kComment,
    kDoctype
  };

  Kind kind = Kind::kEndOfPage;
  Tag tag = Tag::kOther;
  bool self_closing = false;
  bool has_nul = false;  // of a text: U+0000 is in it
  bool force_quirks = false;
  bool has_public = false;
  bool has_system = false;
  // The characters of a text or comment; the name of a tag, in lower case, or
  // of a doctype.
  std::string_view text;
  std::string_view public_id;
  std::string_view system_id;
  std::vector<NodeAttribute> attributes;  // of a start tag
};

// Cuts one page into tokens. For one thread.
class HtmlTokenizer {
 public:
  enum class State : uint8_t {
    kData,
    kRcdata,
    kRawtext,
    kScript,
    kPlaintext,
    kCdata,
  };

  // `page` has no "\r"; it and the arena outlive the tokenizer.
  HtmlTokenizer(std::string_view page, NodeArena& arena);

  // Reads the next token. Texts that follow each other are one token, unless
  // one ends a state. True except at the end of the page.
  bool next(HtmlToken& token);

  // For the next token. The states of elements without markup end before the
  // end tag of `element`, and are then kData.
  void set_state(State state) { state_ = state; }
  void set_state(State state, std::string_view element) {
    state_ = state;
    raw_element_ = element;
    raw_holder_ = {};
  }
  // The same, but they also end before the end tag of `holder`, an element
  // around them; a title without an end tag ends at the next tag.
  void set_lenient_state(State state, std::string_view element,
                         std::string_view holder) {
    state_ = state;
    raw_element_ = element;
    raw_holder_ = holder;
    ends_lost_titles_ = true;
  }
  // Texts are kept in `arena` from now on.
  void use_arena(NodeArena& arena) { arena_ = &arena; }
  // Whether "<![CDATA[" begins a text: in SVG and MathML.
  void allow_cdata(bool allow) { cdata_ = allow; }

 private:
  using Kind = HtmlToken::Kind;

  [[nodiscard]] char byte(size_t at) const {
    return at < page_.size() ? page_[at] : '\0';
  }
  [[nodiscard]] bool begins_markup(size_t at) const;
  bool text(HtmlToken& token);
  bool decoded_text(HtmlToken& token, size_t from);
  bool raw_text(HtmlToken& token);
  [[nodiscard]] size_t end_of_raw_text();
  bool cdata(HtmlToken& token);
  bool markup(HtmlToken& token);
  bool tag(HtmlToken& token, Kind kind);
  bool end(HtmlToken& token);
  void tag_name(HtmlToken& token);
  bool attributes(HtmlToken& token);
  bool attribute(HtmlToken& token);
  void add_attribute(HtmlToken& token, std::string_view name,
                     std::string_view value);
  void comment(HtmlToken& token);
  void bogus_comment(HtmlToken& token);
  void doctype(HtmlToken& token);
  bool quoted_id(std::string_view& id);
  [[nodiscard]] std::string_view without_nul(std::string_view text);
  [[nodiscard]] std::string_view lower(std::string_view text);
  [[nodiscard]] std::string_view decode(std::string_view text, bool attribute);

  std::string_view page_;
  size_t at_ = 0;
  NodeArena* arena_;
  std::string raw_element_;
  std::string_view raw_holder_;
  std::string scratch_;
  State state_ = State::kData;
  bool cdata_ = false;
  bool ends_lost_titles_ = false;
  bool titles_are_lost_ = false;  // no end tag of one is in the rest
  bool has_nul_;                  // the page has U+0000
};

// The state for what is within an element of HTML; of noscript, without
// scripting.
[[nodiscard]] HtmlTokenizer::State state_within(Tag tag);

}  // namespace wax::document
