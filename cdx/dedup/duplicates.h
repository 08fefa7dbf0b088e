// Which captures need not be imported again.
#pragma once

#include <cstdint>
#include <memory>

#include "lines/line_stream.h"

namespace wax::cdx {

// Of version lines (versions.h, in byte order), those whose URL key and digest
// an earlier line has: all captures but the first of each version. Lines stay
// in order, and each is given once.
//
// `older`, which may be null, are the version lines of what was imported
// before: a version that is there has its first capture there, whatever the
// dates are, so all of its lines are given. The result is then the exclusion
// list for the newer captures alone.
//
// `damaged`, which may be null, are distinct version lines, of captures whose
// record is damaged. Such a capture is no first one while there is a sound one
// to be imported: those before the first sound one are given, too. Where all
// are damaged, the earliest is the first. `older` is to be without them
// (lines_without).
//
// A capture with the very date of the first one is not given: a list names a
// capture by key, digest and date, and would exclude the first one, too.
// `same_date` (may be null) counts them.
//
// Memory: the dates of the damaged captures before the first sound one of a
// version; an Error is thrown when they exceed kMostDamagedDates bytes.
inline constexpr size_t kMostDamagedDates = size_t{64} << 20;
[[nodiscard]] std::unique_ptr<lines::LineStream> duplicate_lines(
    std::unique_ptr<lines::LineStream> versions,
    std::unique_ptr<lines::LineStream> older = nullptr,
    uint64_t* same_date = nullptr,
    std::unique_ptr<lines::LineStream> damaged = nullptr);

// Of lines in byte order those that are not among `others`, which are, too.
[[nodiscard]] std::unique_ptr<lines::LineStream> lines_without(
    std::unique_ptr<lines::LineStream> lines,
    std::unique_ptr<lines::LineStream> others);

// Lines that differ from the one before them.
[[nodiscard]] std::unique_ptr<lines::LineStream> distinct_lines(
    std::unique_ptr<lines::LineStream> lines);

}  // namespace wax::cdx
