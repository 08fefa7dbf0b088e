// Writes captures as lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/capture.h"
#include "cdx/format/legend.h"

namespace wax::cdx {

// The letters that append_line can fill: N (A) key, b date, a URL, m mime,
// s status, k digest, r redirect, M meta, S size, V offset, g file name,
// h host, e IP address, n block length, u record id.
inline constexpr std::string_view kLegendLetters = "NAbamskrMSVgheun";

// Throws UsageError with the first letter that cannot be filled.
void check_legend(std::string_view letters);

// A digest as CDX lines write it.
[[nodiscard]] std::string_view without_sha1(std::string_view digest);

// Appends a value of a CDX line. An empty one is "-"; the delimiter, NUL and
// white space (in ASCII) become %XX, so that a line keeps its columns. Other
// control bytes stay, as other writers leave them.
void append_column(std::string_view value, char delimiter, std::string& out);

// A CDX line with its "\n". Bytes from 0x80 are written as they are.
void append_line(const Capture& capture, const Legend& legend,
                 std::string& out);

// "urlkey date {json}\n", byte for byte as pywb writes it: keys url, mime,
// status, digest, length, offset, filename, then the further fields; all
// values are strings; what is "-" in CDX is left out; ", " and ": " between;
// bytes beyond ASCII as \uXXXX, bytes that are not UTF-8 as \udc80 and so on,
// from which they can be restored. With `only`, other keys are left out.
void append_cdxj(const Capture& capture, std::string& out,
                 const std::vector<std::string>& only = {});

}  // namespace wax::cdx
