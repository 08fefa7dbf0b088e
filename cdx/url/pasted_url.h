// URLs as people paste them. Any number of threads may call these functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

// The URL that a whole text is: one with a scheme of the web, one that begins
// with "www.", or a host with a path, in whatever spelling. The address of an
// archived page (".../web/20010203/http://example.com/", also with a modifier,
// or "*" after the date or for it) is the URL of that page. "view-source:"
// before it, a comma or semicolon after it and parentheses around it do not
// count. Nothing for other
// texts, also for a host alone, which may be meant as words.
[[nodiscard]] std::optional<std::string> pasted_url(std::string_view text);

// The URLs that a text may mean, as pasted_url() and by weaker signs, so that
// the caller looks which of them there are: also the address of an archived
// page itself, which comes first; URLs with spaces or quotes in them, with all
// percent-escaped ("http%3A%2F%2F"), without a scheme ("//example.com/"), after
// "URL:", and with the full stop of a sentence. At most eight, none twice.
[[nodiscard]] std::vector<std::string> pasted_urls(std::string_view text);

// The keys of a URL, of every kind.
[[nodiscard]] std::vector<std::string> keys_of_url(std::string_view url);

}  // namespace wax::cdx
