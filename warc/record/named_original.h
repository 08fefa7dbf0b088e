// The original that a revisit names in its header (WARC 1.1, sections 5.14 to
// 5.16).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "warc/http/headers.h"

namespace wax::warc {

inline constexpr std::string_view kRefersTo = "WARC-Refers-To";
inline constexpr std::string_view kRefersToUrl = "WARC-Refers-To-Target-URI";
inline constexpr std::string_view kRefersToDate = "WARC-Refers-To-Date";
// The file that has the original, where the crawler knew one. Source: the
// discussions of IIPC's warc-specifications; in use since 2026.
inline constexpr std::string_view kRefersToContainer =
    "WARC-Refers-To-Container";

// A capture, as the fields of the last two names give it.
struct NamedOriginal {
  std::string url;   // without "<>"; empty: it names none
  std::string date;  // 14 digits; empty: it names none, or one that is no date
};

// `fields`: the named fields of the header of a revisit.
[[nodiscard]] NamedOriginal named_original(const Headers& fields);

// The name of the file in a value of kRefersToContainer: "b/a.wacz" for
// "file://b/a.wacz", also where the value goes on inside of a WACZ. Empty when
// it names none. It was written by a stranger, and may be any path or URL.
[[nodiscard]] std::string container_name(std::string_view value);

// The value of kRefersToContainer for a file of this name, without folders.
// Nothing for an empty name, and for one with control characters: a header has
// no place for it.
[[nodiscard]] std::optional<std::string> container_value(std::string_view name);

// Whether the server said that the page is what it was (304): its record has
// the profile server-not-modified (WARC 1.1, section 6.7.3), and a digest is
// not that of the page.
[[nodiscard]] bool is_not_modified(const Headers& fields);

}  // namespace wax::warc
