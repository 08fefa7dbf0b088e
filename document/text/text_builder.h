// Builds the visible text from the pieces between tags.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wax::document {

// Appends text with its white space collapsed: one space between words, one
// "\n" between blocks, none at either end. White space is that of HTML, the
// no-break space and controls; soft hyphens are removed.
class TextBuilder {
 public:
  // Whether lines that are kept keep the spaces and tabs that they begin with,
  // but for the first line of all; of those, the first kLongestIndent.
  enum class Indents { kDropped, kKept };
  static constexpr size_t kLongestIndent = 256;

  // `out` outlives the builder; it should be empty.
  explicit TextBuilder(std::string& out, Indents indents = Indents::kDropped)
      : out_(&out), indents_(indents) {}

  // Well-formed UTF-8. With `entities`, character references are resolved; with
  // `lines`, line ends and ends of pages are kept as line ends.
  void append(std::string_view text, bool entities, bool lines);
  // The following text is another word, or another block.
  void space() { gap_ = gap_ == '\0' ? ' ' : gap_; }
  void line() {
    gap_ = '\n';
    indent_.clear();
  }

  [[nodiscard]] size_t size() const { return out_->size(); }

 private:
  void open_gap() {
    if (gap_ == '\0') return;
    if (!out_->empty()) out_->push_back(gap_);
    gap_ = '\0';
    if (indent_.empty()) return;
    if (!out_->empty()) *out_ += indent_;
    indent_.clear();
  }
  void add_indent(char c) {
    const bool begins_line = gap_ == '\n' && indents_ == Indents::kKept;
    if (begins_line && (c == ' ' || c == '\t') &&
        indent_.size() < kLongestIndent) {
      indent_ += c;
    }
  }
  size_t append_entity(std::string_view text);

  std::string* out_;
  Indents indents_;
  std::string indent_;  // of the line that begins
  std::string scratch_;
  char gap_ = '\0';
};

// At most `size` bytes of well-formed UTF-8, cut between characters.
[[nodiscard]] std::string_view cut_text(std::string_view text, size_t size);

}  // namespace wax::document
