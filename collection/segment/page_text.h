// Documents of a segment that are texts of pages, as a browser showed them.
#pragma once

#include <string>
#include <string_view>

namespace wax::collection {

// What the line of a list of pages in a WACZ (pages/pages.jsonl) says of a
// capture is a document of the page's URL after this, with the line's date,
// title and text. It is no record of an archive, and becomes no document of an
// index.
inline constexpr std::string_view kPageLine = "urn:pages.jsonl:";

[[nodiscard]] bool is_page_line(std::string_view urlkey);

// Whether the URL is that of a rendered text: a page line, or a record that
// Browsertrix writes ("urn:text:URL", "urn:textFinal:URL"). The page is
// cdx::page_of_record().
[[nodiscard]] bool is_page_text(std::string_view urlkey);

}  // namespace wax::collection
