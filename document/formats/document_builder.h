// Puts the text of a document together.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/formats/document_text.h"
#include "document/text/text_builder.h"

namespace wax::document {

// There is no text, or no more of it. Thrown by readers of formats; what was
// built before is kept.
struct Unreadable {
  NoText reason = NoText::kDamaged;
  std::string detail;
};

// The text has reached its limit. Thrown by the builder.
struct TextFull {};

// Fills the text and the links of one document. For one thread.
class DocumentBuilder {
 public:
  // `document` outlives the builder and is empty. `limit` is the most bytes of
  // text that it gets.
  DocumentBuilder(DocumentText& document, size_t limit)
      : document_(&document), limit_(limit), text_(document.content) {}

  [[nodiscard]] DocumentText& document() { return *document_; }
  [[nodiscard]] size_t room() const { return limit_ - text_.size(); }

  // Appends well-formed UTF-8; line ends are white space. Throws TextFull
  // before the limit is exceeded.
  void text(std::string_view utf8) { append(utf8, false); }
  // The same, but line ends stay line ends.
  void lines(std::string_view utf8) { append(utf8, true); }
  // The following text is another word, or another block.
  void space() { text_.space(); }
  void line() { text_.line(); }

  // Where the next text begins, for link_from().
  [[nodiscard]] size_t position() const { return text_.size(); }
  // Adds a link whose anchor is the text from `start` on. Relative references
  // are resolved against `base`; those without a base, and those that are not
  // to the web, are no links.
  void link_from(size_t start, std::string_view reference,
                 std::string_view base = {});
  // `rel`: Link::rel.
  void link(std::string_view reference, std::string_view anchor,
            std::string_view base = {}, std::string_view rel = {});

  // Appends the text of a page of HTML as a block, and its links. The title
  // becomes the document's when it has none and `titled` is set. `is_xml`: it
  // is XHTML.
  void html(std::string_view page, std::string_view base, bool titled = false,
            bool is_xml = false);

 private:
  void append(std::string_view utf8, bool lines);

  DocumentText* document_;
  size_t limit_;
  TextBuilder text_;
  size_t link_bytes_ = 0;
};

// Text with its white space collapsed, cut after `most` bytes.
[[nodiscard]] std::string collapsed(std::string_view utf8, size_t most = 4096);

// The text of a piece of HTML, with its white space collapsed.
[[nodiscard]] std::string text_of_html(std::string_view markup);

// Adds one more to names separated by ", ", unless it is there.
void add_name(std::string_view name, std::string& names);

// Converts a date as mail and RSS write it to "2006-01-02T15:04:05+01:00";
// empty if it is not a date.
[[nodiscard]] std::string iso_date_of_mail(const std::string& date);

}  // namespace wax::document
