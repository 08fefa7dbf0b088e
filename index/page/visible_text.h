// The visible text of a page.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/html/html_tree.h"
#include "index/text/text_builder.h"

namespace wax::index {

// Whether an inline style says "display: none".
[[nodiscard]] bool is_display_none(std::string_view style);

// Whether a template is a declarative shadow root, which browsers show in the
// place of its parent's content.
[[nodiscard]] bool is_shadow_root(const Node& node);

// Collects the text while a tree is walked in document order. Words are
// separated by spaces, blocks by line ends; words of neighbouring inline
// elements stay joined.
//
// Hidden is what has the attribute hidden (but for "until-found") or the inline
// style "display: none", and what browsers never show of their own (datalist,
// a dialog that is not open). It is left out at the end, unless next to nothing
// else is on the page: a script shows it then. Pieces that React streams in
// hidden elements and moves to their places are not hidden.
class VisibleText {
 public:
  // `text` outlives this; it should be empty. Until finish() it also holds what
  // is hidden. `panels` are not hidden, sorted by address.
  VisibleText(std::span<const Node* const> panels, std::string& text)
      : panels_(panels), text_(&text), builder_(text) {}

  // For each element: before and behind what is in it.
  void enter(const Node& element);
  void leave(const Node& element);
  void add(std::string_view text) { builder_.append(text, false, pre_ > 0); }
  // A text that is a word of its own, such as that of an image.
  void add_apart(std::string_view text);

  [[nodiscard]] size_t size() const { return text_->size(); }
  // What has been added since the size was `start`: at most `most` bytes, with
  // spaces for line ends.
  [[nodiscard]] std::string since(size_t start, size_t most) const;

  // After the last element.
  void finish();

 private:
  struct Piece {
    size_t begin, end;
  };

  void separate(const Node& element);
  [[nodiscard]] bool is_hidden(const Node& element) const;

  std::span<const Node* const> panels_;
  std::string* text_;
  TextBuilder builder_;
  size_t pre_ = 0;                // open elements with line ends
  const Node* hidden_ = nullptr;  // the outermost one that is hidden
  size_t hidden_from_ = 0;
  std::vector<Piece> hidden_pieces_;
};

}  // namespace wax::index
