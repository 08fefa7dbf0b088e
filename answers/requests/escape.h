// Texts as parts of URLs. Any number of threads may call what is declared here.
#pragma once

#include <string>
#include <string_view>

namespace wax::answers {

// Appends any bytes as a part of a URL's path or query: what is neither letter,
// digit nor one of -._~ becomes %XX.
void append_url_part(std::string_view text, std::string& out);
[[nodiscard]] std::string url_part(std::string_view text);

// Whether a browser may follow a link to an archived URL: http, https or ftp.
// Other schemes ("javascript:") are shown as text alone.
[[nodiscard]] bool may_link(std::string_view url);

}  // namespace wax::answers
