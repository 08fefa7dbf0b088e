// Captures that need not be imported again.
#pragma once

#include <cstdint>
#include <memory>

#include "lines/line_stream.h"

namespace wax::cdx {

// The version lines (versions.h, in byte order) with the URL key and digest of
// an earlier line: all captures except the first of each version. Lines stay in
// order, and each is given once.
//
// `older`, which may be null, are the version lines of what was imported
// before. A version that is among them has its first capture there, whatever
// the dates are, so all of its lines are given. The result is then the
// exclusion list for the newer captures alone.
//
// `damaged`, which may be null, are the version lines of captures whose record
// is damaged, each once. A version's first capture is its first intact one: the
// damaged captures before it are given, too. If all are damaged, the earliest
// is the first. `older` must not contain them (lines_without).
//
// A capture with the same date as the first one is not given: a list names a
// capture by key, digest and date, so it would exclude the first one, too.
// `same_date` (may be null) counts them.
//
// Memory: the dates of the damaged captures before the first intact one of a
// version; an Error is thrown when they exceed kMostDamagedDates bytes.
inline constexpr size_t kMostDamagedDates = size_t{64} << 20;
[[nodiscard]] std::unique_ptr<lines::LineStream> duplicate_lines(
    std::unique_ptr<lines::LineStream> versions,
    std::unique_ptr<lines::LineStream> older = nullptr,
    uint64_t* same_date = nullptr,
    std::unique_ptr<lines::LineStream> damaged = nullptr);

// The lines that are not among `others`; both are in byte order.
[[nodiscard]] std::unique_ptr<lines::LineStream> lines_without(
    std::unique_ptr<lines::LineStream> lines,
    std::unique_ptr<lines::LineStream> others);

// Lines that differ from the one before them.
[[nodiscard]] std::unique_ptr<lines::LineStream> distinct_lines(
    std::unique_ptr<lines::LineStream> lines);

}  // namespace wax::cdx
