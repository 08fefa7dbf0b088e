// The language of a text.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

struct Language {
  std::string code;    // BCP 47: "en", "zh-Hant"; empty: not known
  int confidence = 0;  // percent of the text that is in it; 0: not known
  friend bool operator==(const Language&, const Language&) = default;
};

// Most bytes of a text that are looked at.
inline constexpr size_t kMostLanguageText = 4 * 1024;

// Decides by the words of a well-formed UTF-8 text (Compact Language Detector
// 2). `declared` is what the page states ("de-AT"; empty: nothing): it decides
// between languages that are alike, and when the text is too short to be sure,
// the two must agree. Any thread may call it.
[[nodiscard]] Language detect_language(std::string_view text,
                                       std::string_view declared);

// Returns the first language of a Content-Language, a lang attribute or an
// og:locale ("en_US", "DE-at, en") as BCP 47 writes it ("en-US"); empty if it
// is not a language.
[[nodiscard]] std::string language_tag(std::string_view stated);

}  // namespace wax::document
