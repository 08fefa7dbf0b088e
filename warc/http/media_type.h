// Media types as header fields state them.
#pragma once

#include <string_view>

namespace wax::warc {

// "type/subtype" with any parameters, as RFC 9110, 8.3.1, writes them:
// "text/html; charset=utf-8". White space around ";" may be there.
[[nodiscard]] bool is_media_type(std::string_view text);

// A token of RFC 9110, 5.6.2: names of fields, types and parameters.
[[nodiscard]] bool is_token(std::string_view text);

// What a Content-Type has up to the first of `ends`, without white space around
// it.
[[nodiscard]] std::string_view media_type(std::string_view content_type,
                                          std::string_view ends);

}  // namespace wax::warc
