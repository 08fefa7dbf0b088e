// The visible text of a page.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/html/html_tree.h"
#include "document/text/text_builder.h"
#include "text/ranges.h"

namespace wax::document {

// Whether an inline style says "display: none".
[[nodiscard]] bool is_display_none(std::string_view style);

// Whether a template is a declarative shadow root, which browsers show in the
// place of its parent's content.
[[nodiscard]] bool is_shadow_root(const Node& node);

// Collects the text while a tree is walked in document order. Words are
// separated by spaces, blocks by line ends; words of neighbouring inline
// elements stay joined. Within pre, lines keep what they begin with. The text
// of a ruby element is whole, also with letters around it, and its readings
// follow where the word ends.
//
// Hidden is what has the attribute hidden (but for "until-found") or the inline
// style "display: none", and what browsers never show of their own (datalist,
// a dialog that is not open). It is left out at the end, unless next to nothing
// else is on the page: a script shows it then. Pieces that React streams in
// hidden elements and moves to their places are not hidden.
class VisibleText {
 public:
  // `text` outlives this; it should be empty. Until finish() it also holds what
  // is hidden.
  explicit VisibleText(std::string& text)
      : text_(&text), builder_(text, TextBuilder::Indents::kKept) {}

  // For each element: before and after what is in it.
  void enter(const Node& element);
  void leave(const Node& element);
  // After enter(): adds the alternative text of the element. False: what is
  // below it is no text of the page.
  bool add_own(const Node& element);
  // For each other node. False: what is below it is no text of the page.
  bool add_other(const Node& node);
  // Where the text that was added last is; empty when it is all white space.
  [[nodiscard]] text::TextRange last() const { return last_; }
  [[nodiscard]] size_t size() const { return text_->size(); }
  // What has been added since the size was `start`: at most `most` bytes, with
  // one space for line ends and indents.
  [[nodiscard]] std::string since(size_t start, size_t most) const;

  // Removes what is hidden, after the last element. The elements in `shown`,
  // sorted by address, do not hide what is in them.
  void finish(std::span<const Node* const> shown = {});

  // Where a range of the text as it was before finish() is after it; empty when
  // it was hidden.
  [[nodiscard]] text::TextRange place(text::TextRange before) const;

 private:
  struct Hidden {
    const Node* node;
    size_t begin, end;
  };
  // A piece that finish() kept.
  struct Kept {
    size_t begin, end;  // before
    size_t now;         // where it begins after
  };

  void add(std::string_view text);
  void add_apart(std::string_view text);
  void add_readings();
  void separate(const Node& element);
  [[nodiscard]] std::vector<text::TextRange> hidden_pieces(
      std::span<const Node* const> shown) const;

  std::string* text_;
  TextBuilder builder_;
  text::TextRange last_;
  size_t pre_ = 0;              // open elements with line ends
  size_t ruby_ = 0;             // open ruby elements
  size_t reading_ = 0;          // open elements with their readings
  std::string readings_;        // of ruby elements of the last word
  std::vector<Hidden> hidden_;  // in the order of their begins
  std::vector<size_t> open_;    // those of them that are open
  bool cut_ = false;            // finish() removed something
  std::vector<Kept> kept_;      // if it did
};

// The visible text of a page of well-formed UTF-8, as `content` of a document
// has it, and nothing else of the page. The tree is lenient (html_tree.h).
[[nodiscard]] std::string visible_text(std::string_view page, HtmlTree& tree);

}  // namespace wax::document
