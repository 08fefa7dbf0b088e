// The values of an index's fields (index/schema/fields.h) that a document has.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/text/document.h"
#include "index/writer/index_writer.h"

namespace wax::collection {

// Gives a revisit what its original's body says; `original` is used up.
void take_text_of_original(document::Document& original,
                           document::Document& revisit);

// For one thread. Its memory is used again for the next document.
class DocumentFields {
 public:
  // Values in the order in which they are stored. They are views into the
  // arguments and this, until the next call. `dates` are sorted; `collections`
  // are those of all its captures, when they differ.
  [[nodiscard]] const std::vector<index::FieldValue>& values(
      const document::Document& document, const std::vector<std::string>& dates,
      const std::vector<std::string>& collections);
  // The ranges of its content that are main content: all of it where no menus
  // are expected. Views as above.
  [[nodiscard]] std::span<const text::TextRange> main(
      const document::Document& document);

 private:
  void add(std::string_view field, std::string_view value) {
    if (!value.empty()) values_.push_back({field, value});
  }
  void add_sites(std::string_view url);
  void add_page(const document::Document& document);

  std::vector<index::FieldValue> values_;
  std::string host_;
  std::string length_;
  std::string offset_;
  std::string status_;
  std::string published_;
  std::string modified_;
  std::string language_;
  text::TextRange whole_;
};

}  // namespace wax::collection
