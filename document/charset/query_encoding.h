// The queries of links in pages that are not in UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// A URL or reference, UTF-8, with the characters of its query as browsers send
// them: in the encoding of the page that has it, escaped; one that the encoding
// lacks as "%26%23" and its number and "%3B" (URL Standard, percent-encode
// after encoding). What is ASCII, path and fragment stay as they are, and so
// does all in a page of UTF-8, UTF-16 or an unknown encoding. Any number of
// threads.
[[nodiscard]] std::string with_encoded_query(std::string_view url,
                                             std::string_view encoding);

}  // namespace wax::document
