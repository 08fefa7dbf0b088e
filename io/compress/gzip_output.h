// Compresses lines into gzip members, in several threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/output.h"

namespace wax::io {

// One gzip member (RFC 1952, no name, no time) by libdeflate, at level 1 to 9.
// The same bytes give the same member.
[[nodiscard]] std::string gzip_member(std::string_view bytes, int level = 6);

// A member has at most so many bytes of text.
inline constexpr size_t kGzipText = 512 * 1024;

// Compresses what is written into members, and writes these to `output`. A
// member has whole lines, unless a line is longer than kGzipText. All programs
// that read gzip can read the members; this project's programs read them in
// several threads. Up to `jobs` threads (0: one for each core) compress; the
// bytes do not depend on it. flush() ends the member. If nothing is written,
// there is one empty member. Memory: a few MiB for each thread.
[[nodiscard]] std::unique_ptr<Output> gzip_output(
    std::unique_ptr<Output> output, unsigned jobs = 0, int level = 6);

}  // namespace wax::io
