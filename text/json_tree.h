// Reads and writes trees of JSON (nlohmann/json). Its parser and its writer are
// large templates: they are compiled here alone.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace wax::text {

inline constexpr int kAnyDepth = std::numeric_limits<int>::max();

// The tree of `json`. Throws nlohmann::json::parse_error.
[[nodiscard]] nlohmann::json parse_json(std::string_view json);

// The same with members in their order in the text.
[[nodiscard]] nlohmann::ordered_json parse_ordered_json(std::string_view json);

// The tree of `json`; a value that is_discarded() when the text is not JSON.
// Values at `levels` levels and deeper are left out; the top level is 0.
[[nodiscard]] nlohmann::json try_parse_json(std::string_view json,
                                            int levels = kAnyDepth);

enum class JsonCharacters {
  kUtf8,
  kAscii,  // other characters are written as \uXXXX
};

// The text of a tree: one line, or members on lines of their own, `indent`
// spaces a level. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_text(
    const nlohmann::json& tree, int indent = -1,
    JsonCharacters characters = JsonCharacters::kUtf8);
[[nodiscard]] std::string json_text(
    const nlohmann::ordered_json& tree, int indent = -1,
    JsonCharacters characters = JsonCharacters::kUtf8);

}  // namespace wax::text
