// Requests that are not GET as part of their URL.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wax::cdx {

// Longer bodies are cut before they are looked into (JSON that is cut is none).
inline constexpr size_t kMostRequestBody = 32 * 1024 * 1024;
// Longer queries are cut, without "__wb_method=...&"; in characters of UTF-8.
inline constexpr size_t kMostRequestQuery = 4096;

// The body of a request as a query, by the IIPC's guideline
// cdx-non-get-requests as pywb does it: forms decoded, JSON flattened
// (json_form.h), multipart fields, the text of Flash requests (amf_form.h), and
// "__wb_post_data=BASE64" for others.
// Only POST and PUT have one. `content_length` is the field as written: the
// body ends there, and one that is no number above 0 means no body.
[[nodiscard]] std::string request_body_query(std::string_view method,
                                             std::string_view content_type,
                                             std::string_view content_length,
                                             std::string_view body);

// Appends `url` with "?__wb_method=METHOD&QUERY" ("&__wb..." when it has a
// query already); a GET changes nothing.
void append_request_url(std::string_view url, std::string_view method,
                        std::string_view query, std::string& out);

}  // namespace wax::cdx
