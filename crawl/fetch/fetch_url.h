// URLs that are asked for, and what answers say of further ones. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/remote/wire_fetcher.h"

namespace wax::crawl {

// A URL of http or https as a server is asked for it: scheme and host in lower
// case, the host in ASCII, other bytes escaped, a path that is at least "/" and
// has no segments "." and ".." (escaped or not), without fragment and default
// port. Nothing for other URLs, those with a user or password, and those of
// more than kLongestUrl bytes.
[[nodiscard]] std::optional<std::string> fetch_url(std::string_view url);
inline constexpr size_t kLongestUrl = 8192;

// Whether its scheme is http or https.
[[nodiscard]] bool is_of_web(std::string_view url);

// Where an answer with this head leads, as fetch_url() has it where that takes
// it; empty: nowhere.
[[nodiscard]] std::string redirect_target(std::string_view url, long status,
                                          std::string_view head);

// A field of a head; empty: it has none.
[[nodiscard]] std::string header_of(std::string_view head,
                                    std::string_view name);

// The seconds that an answer asks to wait for, infinity if they are too many
// for a number; `now` is in seconds from 1970.
[[nodiscard]] std::optional<double> retry_after(std::string_view head,
                                                int64_t now);

// The body without chunks and codings, up to that many bytes; then the body is
// at its beginning again.
[[nodiscard]] std::string decoded_body(io::WireAnswer& answer, size_t most);

}  // namespace wax::crawl
