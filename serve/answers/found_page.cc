#include "serve/answers/found_page.h"

#include <array>
#include <cstdlib>
#include <utility>

#include "document/maker/type_family.h"

namespace wax::serve {
namespace {

using PageField = std::pair<std::string_view, std::string FoundPage::*>;
constexpr std::array<PageField, 10> kPageFields = {
    {{"url", &FoundPage::url},
     {"title", &FoundPage::title},
     {"site", &FoundPage::site},
     {"type", &FoundPage::type},
     {"lang", &FoundPage::lang},
     {"status", &FoundPage::status},
     {"digest", &FoundPage::digest},
     {"length", &FoundPage::length},
     {"filename", &FoundPage::filename},
     {"offset", &FoundPage::offset}}};

}  // namespace

FoundPage found_page(const index::StoredDocument& document) {
  FoundPage page;
  for (const auto& [name, value] : document) {
    if (name == "date") page.dates.push_back(value);
    for (const auto& [field, member] : kPageFields) {
      if (field == name && (page.*member).empty()) page.*member = value;
    }
  }
  page.bytes = std::strtoull(page.length.c_str(), nullptr, 10);
  page.is_image = document::type_family(page.type) == "image";
  return page;
}

std::vector<std::string> fields_of_found_page() {
  std::vector<std::string> fields = {"date"};
  for (const auto& [name, member] : kPageFields) fields.emplace_back(name);
  return fields;
}

}  // namespace wax::serve
