// The text of a page as a browser showed it, beside that of its HTML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "document/text/document.h"

namespace wax::document {

// Which text a page has that was rendered, too.
enum class TextUsed : uint8_t { kHtml, kRendered, kBoth };

// The rendered texts of one page. Call begin(), then add() for each text,
// earliest first, then join(). For one thread; memory is used again.
class RenderedText {
 public:
  // No more of the texts of a page is kept.
  static constexpr size_t kMost = size_t{4} << 20;

  void begin();
  // One word or block is on a line. Of further texts, lines that were not said
  // yet are kept.
  void add(std::string_view text);
  [[nodiscard]] bool empty() const { return text_.empty(); }

  // Gives the page the words of the texts, and measures it again.
  //
  // A page of which the HTML has all words keeps its text: kHtml. Where the
  // HTML has half of the different words, lines with further words follow its
  // text: kBoth. Else the rendered text is that of the page, and lines of the
  // HTML with further words follow it (kBoth), if there are any (kRendered).
  // Its main content are then its long lines and short ones between them,
  // because a rendered text has no other structure.
  [[nodiscard]] TextUsed join(Document& page);

 private:
  std::string text_;
  std::unordered_set<std::string> lines_;
  bool full_ = false;
};

}  // namespace wax::document
