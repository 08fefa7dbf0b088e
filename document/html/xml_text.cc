#include "document/html/xml_text.h"

#include <algorithm>

#include "document/html/end_tag.h"
#include "document/text/markup.h"
#include "document/text/nfc.h"
#include "document/text/text_builder.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

constexpr size_t npos = std::string_view::npos;

class XmlTextReader {
 public:
  XmlTextReader(std::string_view document, std::string& title,
                std::string& content)
      : document_(document),
        title_(&title),
        content_(&content),
        builder_(content) {}

  void run() {
    while (at_ < document_.size()) {
      const size_t tag = std::min(document_.find('<', at_), document_.size());
      builder_.append(document_.substr(at_, tag - at_), true, false);
      at_ = tag;
      if (at_ < document_.size()) markup();
    }
  }

 private:
  static bool begins_name(char c) {
    return text::is_letter(c) || c == '_' || c == ':';
  }
  [[nodiscard]] char byte(size_t at) const {
    return at < document_.size() ? document_[at] : '\0';
  }

  // At a "<".
  void markup() {
    const char next = byte(at_ + 1);
    if (begins_name(next)) {
      ++at_;
      tag(true);
    } else if (next == '/' && text::is_letter(byte(at_ + 2))) {
      at_ += 2;
      tag(false);
    } else if (document_.substr(at_).starts_with("<![CDATA[")) {
      character_data();
    } else if (next == '!' || next == '?' ||
               (next == '/' && at_ + 2 < document_.size())) {
      at_ = end_of_declaration(document_, at_);
    } else {
      builder_.append("<", false, false);
      ++at_;
    }
  }

  void character_data() {
    at_ += 9;
    const size_t end = std::min(document_.find("]]>", at_), document_.size());
    builder_.append(document_.substr(at_, end - at_), false, false);
    at_ = std::min(end + 3, document_.size());
  }

  // A tag that the document's end cuts off is no tag.
  void tag(bool opens) {
    const size_t from = at_;
    while (!ends_tag_name(document_, at_)) ++at_;
    const bool is_title =
        text::equal_ignoring_case(document_.substr(from, at_ - from), "title");
    skip_attributes(document_, at_);
    if (at_ == npos) return;
    builder_.line();
    if (!is_title) return;
    if (opens) {
      if (title_->empty()) title_start_ = content_->size();
    } else if (title_start_ != npos) {
      TextBuilder(*title_).append(
          std::string_view(*content_).substr(title_start_), false, false);
      title_start_ = npos;
    }
  }

  std::string_view document_;
  size_t at_ = 0;
  std::string* title_;
  std::string* content_;
  TextBuilder builder_;
  size_t title_start_ = npos;  // of an open title, in the content
};

}  // namespace

void read_xml_text(std::string_view document, std::string& title,
                   std::string& content) {
  title.clear();
  content.clear();
  XmlTextReader(document, title, content).run();
  compose(title);
  compose(content);
}

}  // namespace wax::document
