#include "document/view/css_view.h"

#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

constexpr std::string_view kPartsWords = " \t\n\f\r;{},";

bool is_name(char c) {
  return text::is_alphanumeric(c) || c == '-' || c == '_' || c == '\\' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class CssView {
 public:
  CssView(std::string_view css, std::string_view base, const ViewUrl& view,
          std::string& out)
      : css_(css), base_(base), view_(view), out_(out), from_(out.size()) {}

  void append() {
    while (at_ < css_.size()) {
      const char c = css_[at_];
      if (css_.substr(at_).starts_with("/*")) {
        size_t end = css_.find("*/", at_ + 2);
        at_ = end == css_.npos ? css_.size() : end + 2;
        part_words();
      } else if (c == '"' || c == '\'') {
        quoted();
      } else if (c == '@' || is_name(c)) {
        word();
      } else {
        if (c == ';' || c == '{' || c == '}') {
          imports_ = names_ = false;
          image_set_ = 0;
        }
        if (image_set_ > 0 && c == '(') ++image_set_;
        if (image_set_ > 0 && c == ')') --image_set_;
        out_ += c;
        ++at_;
      }
    }
  }

 private:
  // What was before a comment and what is after it do not become one word.
  void part_words() {
    if (out_.size() == from_ || at_ == css_.size()) return;
    if (!text::is_one_of(out_.back(), kPartsWords) && !out_.ends_with("/**/") &&
        !text::is_one_of(css_[at_], kPartsWords)) {
      out_ += "/**/";
    }
  }

  void quoted() {
    const size_t from = at_;
    std::string value = text_to(css_[at_++]);
    if (imports_ || image_set_ == 1) {
      put(value);
    } else {
      out_ += css_.substr(from, at_ - from);
    }
  }

  void word() {
    const size_t from = at_++;
    while (at_ < css_.size() && is_name(css_[at_])) {
      at_ += css_[at_] == '\\' && at_ + 1 < css_.size() ? 2 : 1;
    }
    const std::string_view name = css_.substr(from, at_ - from);
    if (text::equal_ignoring_case(name, "@import")) imports_ = true;
    if (text::equal_ignoring_case(name, "@namespace")) names_ = true;
    const bool is_function = at_ < css_.size() && css_[at_] == '(';
    if (!is_function || names_ ||
        !text::equal_ignoring_case(unescaped(name), "url")) {
      out_ += name;
      if (is_function && image_set_ == 0 && is_image_set(name)) {
        out_ += css_[at_++];
        image_set_ = 1;
      }
      return;
    }
    ++at_;
    skip_spaces();
    const char quote = at_ < css_.size() ? css_[at_] : ')';
    std::string value;
    if (quote == '"' || quote == '\'') {
      ++at_;
      value = text_to(quote);
      skip_to_end_of_url();
    } else {
      value = text_to(')');
    }
    put(value);
  }

  static bool is_image_set(std::string_view name) {
    return text::equal_ignoring_case(name, "image-set") ||
           text::equal_ignoring_case(name, "-webkit-image-set");
  }

  void put(std::string_view reference) {
    const ViewPart part = imports_ ? ViewPart::kStyle : ViewPart::kMedia;
    std::string viewed = viewed_reference(base_, reference, part, view_);
    if (viewed.empty()) viewed = "data:,";
    out_ += "url(\"";
    for (char c : viewed) {
      if (text::is_one_of(c, "\"\\<>") || text::is_control_or_space(c)) {
        out_ += '\\';
        text::append_hex_number(static_cast<unsigned char>(c), 2, out_);
        out_ += ' ';
      } else {
        out_ += c;
      }
    }
    out_ += "\")";
  }

  void skip_spaces() {
    while (at_ < css_.size() && text::is_one_of(css_[at_], text::kHtmlSpace)) {
      ++at_;
    }
  }

  // After a quoted URL; what else is there makes it a bad one.
  void skip_to_end_of_url() {
    while (at_ < css_.size() && css_[at_] != ')' && css_[at_] != '\n') ++at_;
    if (at_ < css_.size()) ++at_;
  }

  // The text up to `end`, which is passed over, with escapes undone. A line end
  // ends a string that is not closed.
  std::string text_to(char end) {
    std::string value;
    while (at_ < css_.size() && css_[at_] != end) {
      if (css_[at_] == '\n' && end != ')') return value;
      if (css_[at_] == '\\') {
        escape(value);
      } else {
        value += css_[at_++];
      }
    }
    if (at_ < css_.size()) ++at_;
    return value;
  }

  // The escape at at_.
  void escape(std::string& value) {
    constexpr size_t kMostDigits = 6;
    ++at_;
    char32_t code = 0;
    size_t digits = 0;
    while (digits < kMostDigits && at_ < css_.size() &&
           text::hex_value(css_[at_]) >= 0) {
      code = code * 16 + static_cast<char32_t>(text::hex_value(css_[at_++]));
      ++digits;
    }
    if (digits > 0) {
      text::append_utf8(text::is_scalar_value(code) ? code : 0xFFFD, value);
      if (at_ < css_.size() && text::is_one_of(css_[at_], text::kHtmlSpace)) {
        ++at_;
      }
    } else if (at_ < css_.size()) {
      if (css_[at_] != '\n') value += css_[at_];
      ++at_;
    }
  }

  static std::string unescaped(std::string_view name) {
    if (name.find('\\') == name.npos) return std::string(name);
    std::string out;
    CssView inner(name, {}, {}, out);
    return inner.text_to('\0');
  }

  std::string_view css_;
  std::string_view base_;
  const ViewUrl& view_;
  std::string& out_;
  size_t from_;  // in out_
  size_t at_ = 0;
  // Between "@import" or "@namespace", which names no file, and the end of the
  // statement.
  bool imports_ = false;
  bool names_ = false;
  size_t image_set_ = 0;  // open parentheses of image-set()
};

}  // namespace

void append_css_view(std::string_view css, std::string_view base,
                     const ViewUrl& view, std::string& out) {
  CssView(css, base, view, out).append();
}

void append_style_text(std::string_view css, std::string& out) {
  constexpr std::string_view kBeginsText = "<!--";
  char quote = '\0';  // of the string at hand
  for (size_t at = 0; at < css.size(); ++at) {
    const char c = css[at];
    const char next = at + 1 < css.size() ? css[at + 1] : '/';
    if (c == quote || c == '\n') {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    }
    if (css.substr(at).starts_with(kBeginsText)) {
      out += ' ';
      at += kBeginsText.size() - 1;
    } else if (c == '<' &&
               (text::is_letter(next) || text::is_one_of(next, "/!?"))) {
      out += quote == '\0' ? "< " : "\\3c ";
    } else {
      out += c;
      if (c == '\\' && next != '<' && at + 1 < css.size()) out += css[++at];
    }
  }
}

}  // namespace wax::document
