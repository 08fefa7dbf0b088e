// HTML from the templates in serve/templates, which are compiled in. They are
// written in Mustache (https://mustache.github.io/mustache.5.html); all values
// are escaped, but those in three braces, which are HTML that was made here.
//
// {{_Words}} are English words of people, which each language has its own for
// (words.h); "%name%" in them is a value, "%>name%" a template.
//
// {{>name}} includes another template. Line ends of templates, with the blanks
// around them, are left out after ">" and "}}" and before "<" and "{{"; others
// are one blank.
#pragma once

#include <concepts>
#include <initializer_list>
#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "serve/words/words.h"

namespace wax::serve {

class Values;

// A text, a number, yes or no, an object or a list. An empty text and an empty
// list are no, for sections.
class Value {
 public:
  using Data = kainjow::mustache::data;

  // NOLINTBEGIN(google-explicit-constructor): for lists of names and values.
  Value(std::string_view text)
      : data_(text.empty() ? Data(false) : Data(std::string(text))) {}
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(const char* text) : Value(std::string_view(text)) {}
  Value(bool yes) : data_(yes) {}
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) Value(Number number)
      : data_(std::to_string(number)) {}
  Value(Values object);
  Value(const std::vector<Values>& list);
  // NOLINTEND

 private:
  friend class Values;
  Data data_;
};

// Values by names. A name that is missing is no, and empty.
class Values {
 public:
  Values() = default;
  Values(std::initializer_list<std::pair<const char*, Value>> values) {
    for (const auto& [name, value] : values) set(name, value);
  }
  Values& set(const char* name, Value value) {
    data_[name] = std::move(value.data_);
    return *this;
  }

 private:
  friend class Value;
  friend std::string rendered(std::string_view name, const Values& values,
                              const Words& words);
  Value::Data data_;
};

// The template NAME.html with values, in the words of a language. Any thread
// may call it. Throws std::logic_error when no such template exists, or when it
// is not valid.
[[nodiscard]] std::string rendered(std::string_view name, const Values& values,
                                   const Words& words = *all_words().front());

}  // namespace wax::serve
