#include "text/markup_writer.h"

#include <cstdio>

#include "text/utf8.h"

namespace wax::text {

void append_markup_text(std::string_view text, std::string& out) {
  while (!text.empty()) {
    char32_t point = 0;
    size_t size = decode_utf8(text, point);
    bool control =
        (point < 0x20 && point != '\t' && point != '\n' && point != '\r') ||
        (point >= 0x7f && point < 0xa0) || ends_a_plane(point);
    if (size == 0 || control) {
      out += kReplacement;
    } else if (point == '&') {
      out += "&amp;";
    } else if (point == '<') {
      out += "&lt;";
    } else if (point == '>') {
      out += "&gt;";
    } else if (point == '"') {
      out += "&quot;";
    } else if (point == '\'') {
      out += "&#39;";
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
}

void MarkupWriter::end_tag() {
  if (in_tag_) *out_ += '>';
  in_tag_ = false;
}

MarkupWriter& MarkupWriter::open(std::string_view name) {
  end_tag();
  out_->append("<").append(name);
  open_.emplace_back(name);
  in_tag_ = true;
  return *this;
}

MarkupWriter& MarkupWriter::set(std::string_view name, std::string_view value) {
  out_->append(" ").append(name).append("=\"");
  append_markup_text(value, *out_);
  *out_ += '"';
  return *this;
}

MarkupWriter& MarkupWriter::set(std::string_view name, double value) {
  char number[64];
  std::snprintf(number, sizeof number, "%.1f", value);
  return set(name, std::string_view(number));
}

MarkupWriter& MarkupWriter::text(std::string_view text) {
  end_tag();
  append_markup_text(text, *out_);
  return *this;
}

MarkupWriter& MarkupWriter::close() {
  if (in_tag_) {
    *out_ += "/>";
    in_tag_ = false;
  } else {
    out_->append("</").append(open_.back()).append(">");
  }
  open_.pop_back();
  return *this;
}

MarkupWriter& MarkupWriter::element(std::string_view name,
                                    std::string_view text) {
  return open(name).text(text).close();
}

}  // namespace wax::text
