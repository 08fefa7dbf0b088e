// Parts of a package of Office Open XML (ECMA-376, part 2) and how they name
// each other.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/formats/readers.h"
#include "document/formats/xml_reader.h"

namespace wax::document {

struct Relationship {
  std::string type;    // the last step of its URL: "hyperlink"
  std::string target;  // a part's name, or a URL when it is external
  bool external = false;
};
using Relationships = std::map<std::string, Relationship, std::less<>>;

// Attributes that name a relationship are in a namespace that ends so.
constexpr std::string_view kRelationshipSpace = "/relationships";

// False when the part is not there or is no XML.
[[nodiscard]] bool read_part(Package& package, std::string_view part,
                             XmlHandler& handler);

// Returns the relationships of a part, or of the whole package when `part` is
// empty.
[[nodiscard]] Relationships relationships_of(Package& package,
                                             std::string_view part);

// Both return null if there is no such relationship.
[[nodiscard]] const Relationship* first_of_type(const Relationships& all,
                                                std::string_view type);
[[nodiscard]] const std::string* external_url(const Relationships& all,
                                              std::string_view id);

// The sheets of a workbook or the slides of a presentation, in their order:
// the relationship, and the name of a sheet.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> parts_in_order(
    Package& package, std::string_view part, std::string_view element);

}  // namespace wax::document
