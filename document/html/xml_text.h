// The text of XML documents.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// Takes a document of well-formed UTF-8 apart: every element is a block, CDATA
// sections are text, the first title element is the title (and stays in the
// content). Any input is taken in one pass without recursion; time and memory
// are proportional to its size.
void read_xml_text(std::string_view document, std::string& title,
                   std::string& content);

}  // namespace wax::document
