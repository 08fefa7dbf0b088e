// Office documents made by hand, for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/zip_files.h"

namespace wax::document {

// How a part names another one, or a URL.
struct OfficeLink {
  std::string id;
  std::string type;    // "hyperlink", "sheet"
  std::string target;  // from the folder of the part
  bool external = false;
};

struct OfficePart {
  std::string name;  // "word/document.xml"
  std::string xml;
  std::vector<OfficeLink> links;
};

inline constexpr std::string_view kOfficeSpace =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

// The bytes of the document; the first part is the main one.
[[nodiscard]] inline std::string office_package(std::vector<OfficePart> parts) {
  const std::string main = parts.front().name;
  parts.push_back({"", "", {{"m", "officeDocument", main}}});
  std::vector<tests::ZippedFile> files = {{"[Content_Types].xml", "<Types/>"}};
  for (const OfficePart& part : parts) {
    const size_t name = part.name.rfind('/') + 1;
    if (!part.name.empty()) files.push_back({part.name, part.xml});
    std::string links =
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/"
        "relationships\">";
    for (const OfficeLink& link : part.links) {
      links += "<Relationship Id=\"" + link.id + "\" Type=\"" +
               std::string(kOfficeSpace) + '/' + link.type + "\" Target=\"" +
               link.target + '"' +
               (link.external ? " TargetMode=\"External\"" : "") + "/>";
    }
    files.push_back({part.name.substr(0, name) + "_rels/" +
                         part.name.substr(name) + ".rels",
                     links + "</Relationships>"});
  }
  return tests::zip_of(files);
}

// An element with this in it, which knows the prefix r.
[[nodiscard]] inline std::string office_xml(std::string_view root,
                                            std::string_view inside) {
  std::string xml = "<";
  xml.append(root).append(" xmlns:r=\"").append(kOfficeSpace).append("\">");
  return xml.append(inside).append("</").append(root).append(">");
}

}  // namespace wax::document
