// Views of keys: lines "key count", counted and added up in bounded memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lines/line_stream.h"

namespace wax::rank {

struct KeyCount {
  std::string_view key;
  uint64_t count = 0;
};

// A key has at least one byte, and none below 0x21: so whole lines sort as
// their keys do.
[[nodiscard]] bool is_key(std::string_view text);

// A line "key count"; nothing when it has another form, or a count above 2^64 -
// 1.
[[nodiscard]] std::optional<KeyCount> parse_key_count(std::string_view line);

// Appends the line, without its end.
void append_key_count(std::string_view key, uint64_t count, std::string& line);

// The sum, or 2^64 - 1 when it is more.
[[nodiscard]] constexpr uint64_t added(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

struct CountSource {
  virtual ~CountSource() = default;
  // The next views of a key, which is_key(); valid until the next call.
  [[nodiscard]] virtual bool next(KeyCount& views) = 0;
};

// The views of the first, then those of the second.
[[nodiscard]] std::unique_ptr<CountSource> joined_sources(
    std::unique_ptr<CountSource> first, std::unique_ptr<CountSource> second);

// Lines "key count" in no order. Counts of equal keys are added as far as
// `memory` bytes reach, so that fewer lines are sorted.
[[nodiscard]] std::unique_ptr<lines::LineStream> counted_lines(
    std::unique_ptr<CountSource> source, uint64_t memory);

// Lines "key count" in order, each key once. The input is sorted. Throws
// FormatError for a line of another form, which names `file`.
[[nodiscard]] std::unique_ptr<lines::LineStream> summed_lines(
    std::unique_ptr<lines::LineStream> sorted, std::string file);

}  // namespace wax::rank
