// The text of pages of PDFs, in reading order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace wax::document {

// An area of a page, in points from its top left corner.
struct PdfArea {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

// Reads one page after another, by Poppler's own interface: its GLib interface,
// which must have opened the same document, loses words of lines that run from
// right to left, and the spaces between the cells of tables. For one thread.
class PdfText {
 public:
  // `bytes` outlive the object.
  explicit PdfText(std::string_view bytes);
  ~PdfText();

  // Reads page `number`, from 1 on.
  void read_page(int number);

  // The text of the page and of what fields and annotations show on it, in
  // UTF-8, which may be ill-formed; lines that run aslant are at the end. Where
  // letters run from right to left, words are in reading order, with spaces
  // where the direction changes.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string text_in(const PdfArea& area) const;

  // Letters and digits that the pages draw within their borders, each once
  // where it is drawn twice for bold; and how many of them text() has not given
  // where these are more than a tenth of a page.
  [[nodiscard]] uint64_t drawn() const { return drawn_; }
  [[nodiscard]] uint64_t lost() const { return lost_; }

 private:
  struct Document;
  void count_lost();

  std::unique_ptr<Document> document_;
  uint64_t drawn_ = 0;
  uint64_t lost_ = 0;
};

}  // namespace wax::document
