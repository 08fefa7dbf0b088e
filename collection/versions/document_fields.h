// The values of an index's fields (index/schema/fields.h) that a document has.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/maker/rendered_text.h"
#include "document/text/document.h"
#include "index/writer/index_writer.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::collection {

// Gives a revisit what its original's body says; `original` is used up.
void take_text_of_original(document::Document& original,
                           document::Document& revisit);

// For one thread. Its memory is used again for the next document.
class DocumentFields {
 public:
  // Values in the order in which they are stored. They are views into the
  // arguments and this, until the next call. `dates` are sorted; `collections`
  // are those of all its captures, when they differ; `text_of` and the
  // arguments after it are those of SegmentVersion.
  [[nodiscard]] const std::vector<index::FieldValue>& values(
      const document::Document& document, const std::vector<std::string>& dates,
      const std::vector<std::string>& collections,
      std::string_view text_of = {},
      const std::vector<std::string>& said_by = {},
      std::optional<document::TextUsed> text_used = {});
  // The ranges of its content that are main content: all of it where no menus
  // are expected. Views as above.
  [[nodiscard]] std::span<const text::TextRange> main(
      const document::Document& document);

 private:
  // Each of the values between which there is ", ".
  void add_each(std::string_view field, std::string_view values);
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

// What pages say of an image.
struct ImageText {
  std::string text;  // one text on each line
  // A capture of a page that says it, for each text (print_source()).
  std::vector<std::string> said_by;
};

// What the pages of some segments say of the images that they show, by the
// position of the images in all segments. Memory is bounded by `sort`.
class ImageTexts {
 public:
  // Finds none, and reads nothing, without `any_image`. The list of segments
  // must outlive this. Throws IoError, FormatError.
  ImageTexts(const std::vector<std::string>& segments, bool any_image,
             lines::SortOptions sort);

  // Returns what the pages say of the image at `position`. Positions must
  // ascend.
  [[nodiscard]] ImageText take(uint64_t position);

 private:
  void advance();

  std::unique_ptr<lines::LineStream> by_position_;
  std::string_view line_;
  bool has_line_ = false;
};

}  // namespace wax::collection
