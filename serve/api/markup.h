// HTML and XML in which everything but our own literals is escaped.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "serve/http/escape.h"

namespace wax::serve {

// Any bytes as a part of a URL's query or path (append_url_part).
struct UrlPart {
  std::string_view text;
};

// Appends with <<: literals of the source are markup, all other texts are
// content of an element or of a quoted attribute (append_html).
class Markup {
 public:
  template <size_t N>
  Markup& operator<<(const char (&literal)[N]) {
    text_.append(literal, N - 1);
    return *this;
  }
  template <size_t N>
  Markup& operator<<(char (&)[N]) = delete;
  Markup& operator<<(std::string_view content) {
    append_html(content, text_);
    return *this;
  }
  Markup& operator<<(UrlPart part) {
    append_url_part(part.text, text_);
    return *this;
  }
  Markup& operator<<(std::integral auto number) {
    text_ += std::to_string(number);
    return *this;
  }
  // Markup that was made with another one.
  Markup& operator<<(const Markup& markup) {
    text_ += markup.text_;
    return *this;
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace wax::serve
