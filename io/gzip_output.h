// Lines into gzip members, packed by many threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/output.h"

namespace wax::io {

// One gzip member (RFC 1952, no name, no time) by libdeflate, at level 1 to 9.
// The same bytes give the same member.
[[nodiscard]] std::string gzip_member(std::string_view bytes, int level = 6);

// A member has so many bytes of text, or less.
inline constexpr size_t kGzipText = 512 * 1024;

// Packs what is written in members, each of whole lines as far as lines are not
// longer than kGzipText, and hands them on to `output`: any program that reads
// gzip reads them, this project's do so by many threads. Up to `jobs` threads
// (0: one for each core) pack; the bytes do not depend on it. flush() ends the
// member. Without any bytes there is one empty member. Memory: a few MiB for
// each thread.
[[nodiscard]] std::unique_ptr<Output> gzip_output(
    std::unique_ptr<Output> output, unsigned jobs = 0, int level = 6);

}  // namespace wax::io
