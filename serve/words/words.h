// The words of pages, in the languages of readers. Any number of threads may
// call what is declared here.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace wax::serve {

// One language. Texts are looked up by their English words; a text that the
// catalogue (serve/words/TAG.po) does not have stays English.
class Words {
 public:
  virtual ~Words() = default;

  [[nodiscard]] virtual std::string_view tag() const = 0;   // "de"
  [[nodiscard]] virtual std::string_view name() const = 0;  // "Deutsch"
  [[nodiscard]] virtual bool is_right_to_left() const = 0;

  // `english` lives as long as the result.
  [[nodiscard]] virtual std::string_view of(std::string_view english) const = 0;
  // The form for the number, with the number in place of "%n%".
  [[nodiscard]] virtual std::string counted(uint64_t number,
                                            std::string_view one,
                                            std::string_view many) const = 0;
  // "1,234", and with so many digits after the point.
  [[nodiscard]] virtual std::string number(uint64_t number) const = 0;
  [[nodiscard]] virtual std::string decimal(double number,
                                            int digits) const = 0;
  // "5 Nov 2006"; `date` has 14 digits that are a date.
  [[nodiscard]] virtual std::string day(std::string_view date) const = 0;
  // From 1 to 12: "November", "Nov".
  [[nodiscard]] virtual std::string month(int month, bool is_short) const = 0;
  // The name of the language with this code: "German".
  [[nodiscard]] virtual std::string language(const std::string& code) const = 0;

  // A text with values in place of the names between "%".
  [[nodiscard]] std::string with(
      std::string_view english,
      std::initializer_list<std::pair<std::string_view, std::string_view>>
          values) const;
};

// All languages, English first.
[[nodiscard]] std::span<const Words* const> all_words();

// The language with this tag; null when pages are not in it.
[[nodiscard]] const Words* find_words(std::string_view tag);

// The first one that pages are in, of languages as the header Accept-Language
// lists them (RFC 9110, 12.5.4); else that with the tag `other`, or English.
[[nodiscard]] const Words& preferred_words(std::string_view accepted,
                                           std::string_view other = {});

}  // namespace wax::serve
