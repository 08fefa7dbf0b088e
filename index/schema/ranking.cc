#include "index/schema/ranking.h"

namespace wax::index {

LengthRule length_rule(std::string_view field) {
  if (field == "title") return {0.5F, 7};
  if (field == "main") return {0.6F, 300};
  if (field == "content") return {0.4F, 150};
  if (field == "url") return {0.6F, 9};
  if (field == "anchor") return {0.6F, 9};
  if (field == "border") return {0, 1};
  return {};
}

}  // namespace wax::index
