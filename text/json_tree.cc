#include "text/json_tree.h"

namespace wax::text {
namespace {

template <typename Tree>
std::string text_of(const Tree& tree, int indent, JsonCharacters characters) {
  return tree.dump(indent, ' ', characters == JsonCharacters::kAscii,
                   Tree::error_handler_t::replace);
}

}  // namespace

nlohmann::json parse_json(std::string_view json) {
  return nlohmann::json::parse(json);
}

nlohmann::ordered_json parse_ordered_json(std::string_view json) {
  return nlohmann::ordered_json::parse(json);
}

nlohmann::json try_parse_json(std::string_view json, int levels) {
  if (levels == kAnyDepth) return nlohmann::json::parse(json, nullptr, false);
  auto shallow = [&](int depth, auto, auto&) { return depth < levels; };
  return nlohmann::json::parse(json, shallow, false);
}

std::string json_text(const nlohmann::json& tree, int indent,
                      JsonCharacters characters) {
  return text_of(tree, indent, characters);
}

std::string json_text(const nlohmann::ordered_json& tree, int indent,
                      JsonCharacters characters) {
  return text_of(tree, indent, characters);
}

}  // namespace wax::text
