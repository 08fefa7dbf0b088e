// The library to which a server or a collection belongs, in its own words.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace wax::answers {

// A file of lines "KEY: VALUE"; a line that is empty or begins with "#" counts
// for nothing. In UTF-8, at most 64 KiB.
//
//   title, description, imprint, contact, takedown, taken-away   texts, which
//              may have a language, as in "title[de]: VALUE"; one without is
//              for all others; an imprint, a contact and a takedown may be a
//              URL; taken-away is said of pages that rules hide or block
//   logo       a file beside this one: SVG, PNG, JPEG, GIF or WebP of at most
//              256 KiB
//   color, dark-color   "#RRGGBB" of links and marks, on light and dark screens
//   language   of readers whose browsers ask for none of the page's languages
struct Site {
  // By keys, then by languages; "" is for all others.
  std::map<std::string, std::map<std::string, std::string>, std::less<>> texts;
  std::string logo;  // its bytes; empty: none
  std::string logo_type;

  // In the language with this tag, else for all others, else in `language` or
  // in any; empty when the file does not say it.
  [[nodiscard]] std::string_view text(std::string_view key,
                                      std::string_view language) const;
  // What programs are told, which ask in no language.
  [[nodiscard]] std::string_view taken_away() const;
  [[nodiscard]] bool has_colors() const {
    return texts.contains("color") || texts.contains("dark-color");
  }
  [[nodiscard]] bool is_empty() const { return texts.empty() && logo.empty(); }
};

// Throws IoError; UsageError for a line that says nothing, with its number.
[[nodiscard]] Site read_site(const std::string& path);

}  // namespace wax::answers
