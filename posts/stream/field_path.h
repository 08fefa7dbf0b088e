// Paths to the values of a JSON object.
#pragma once

#include <simdjson.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::posts {

// "user.id_str|id": the member "id_str", or else "id", of the member "user".
// "entities.urls[].url": of all elements of an array.
// "tweets[type=retweeted].id": of the elements with such a member.
class FieldPath {
 public:
  FieldPath() = default;
  // Throws UsageError for a text that is no such path.
  explicit FieldPath(std::string_view text);

  [[nodiscard]] bool empty() const { return steps_.empty(); }

  // Calls `use` with each value that is not null. Any thread.
  void each_of(simdjson::dom::element from,
               const std::function<void(simdjson::dom::element)>& use) const;
  // The first value as text: strings, whole numbers. Empty for another one.
  [[nodiscard]] std::string text_of(simdjson::dom::element from) const;
  [[nodiscard]] bool is_in(simdjson::dom::element from) const;

 private:
  struct Step {
    std::vector<std::string> names;  // the first that is there counts
    bool each = false;
    std::string key;  // elements whose member has this value count
    std::string value;
  };
  // False when `use` wants no more.
  using Use = std::function<bool(simdjson::dom::element)>;
  bool walk(simdjson::dom::element from, size_t step, const Use& use) const;

  std::vector<Step> steps_;
};

// A path, or a text with paths in it: "at://{did}/{record.key}".
class FieldText {
 public:
  FieldText() = default;
  // Throws UsageError.
  explicit FieldText(std::string_view text);

  [[nodiscard]] bool empty() const { return pieces_.empty(); }
  // Empty when one of the paths leads to no text. Any thread.
  [[nodiscard]] std::string of(simdjson::dom::element from) const;

 private:
  struct Piece {
    std::string before;
    FieldPath path;  // empty: none
  };
  std::vector<Piece> pieces_;
};

// Strings, and numbers as whole ones; empty for another value.
[[nodiscard]] std::string text_of(simdjson::dom::element value);

}  // namespace wax::posts
