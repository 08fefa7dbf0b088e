// XML, SVG among it, in which all texts are escaped.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace wax::text {

// Appends any bytes as text of an element or of a quoted attribute, in HTML
// too: & < > " ' become references. Bytes that are no UTF-8 and control
// characters become U+FFFD, but tabs and line ends stay.
void append_markup_text(std::string_view text, std::string& out);

// The first line of an XML file.
inline constexpr std::string_view kXmlDeclaration =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

// Writes elements, one after another. Names are written as they are: they must
// be the program's own, or checked.
class MarkupWriter {
 public:
  // Appends to `out`, which must outlive this.
  explicit MarkupWriter(std::string& out) : out_(&out) {}

  MarkupWriter& open(std::string_view name);
  // An attribute of the element that was opened last, before anything in it.
  MarkupWriter& set(std::string_view name, std::string_view value);
  MarkupWriter& set(std::string_view name, std::integral auto value) {
    return set(name, std::to_string(value));
  }
  // Writes the value with one digit after the decimal point.
  MarkupWriter& set(std::string_view name, double value);
  MarkupWriter& text(std::string_view text);
  // Ends the element that was opened last. One without content is "<NAME/>".
  MarkupWriter& close();
  // An element with a text alone.
  MarkupWriter& element(std::string_view name, std::string_view text);

 private:
  void end_tag();

  std::string* out_;
  std::vector<std::string> open_;
  bool in_tag_ = false;
};

}  // namespace wax::text
