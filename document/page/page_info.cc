#include "document/page/page_info.h"

#include "document/text/document.h"
#include "text/json_tree.h"

namespace wax::document {
namespace {

std::string text_member(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) return {};
  std::string text = found->get<std::string>();
  make_well_formed(text);
  return text;
}

}  // namespace

PageInfo read_page_info(std::string_view json) {
  // The values are three levels deep.
  constexpr int kLevels = 8;
  PageInfo info;
  const nlohmann::json object = text::try_parse_json(json, kLevels);
  if (!object.is_object()) return info;
  info.url = text_member(object, "url");
  const auto urls = object.find("urls");
  if (urls == object.end() || !urls->is_object()) return info;
  for (const auto& [url, answer] : urls->items()) {
    if (!answer.is_object()) continue;
    AskedUrl& asked = info.asked.emplace_back();
    asked.url = url;
    asked.type = text_member(answer, "type");
    asked.error = text_member(answer, "error");
    const auto status = answer.find("status");
    if (status != answer.end() && status->is_number_unsigned() &&
        *status < 1000U) {
      asked.status = status->get<int>();
    }
  }
  return info;
}

}  // namespace wax::document
