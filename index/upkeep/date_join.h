// Matches dates to the documents of the same version of a page. This sorts, so
// that memory is bounded for lists of any length.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/store/key_file.h"
#include "lines/line_stream.h"

namespace wax::index {

// Sorts dates and removes repeated ones.
void make_set(std::vector<std::string>& dates);

// The digest over URL keys and digests in order, which a main index and its
// parallel indexes have in common.
class KeyChain {
 public:
  KeyChain();
  ~KeyChain();
  KeyChain(const KeyChain&) = delete;
  KeyChain& operator=(const KeyChain&) = delete;
  void add(std::string_view urlkey, std::string_view digest);
  [[nodiscard]] std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The length of what append_version() put at the beginning of a line.
[[nodiscard]] size_t version_size(std::string_view line);

// Appends "position date14". Sorted lines are in order of positions and dates.
void append_position(std::string& line, uint64_t position);
void append_positioned(std::string& line, uint64_t position,
                       std::string_view date);

// Reads such lines, sorted.
class DatesByPosition {
 public:
  explicit DatesByPosition(std::unique_ptr<lines::LineStream> sorted);
  // The next position that has dates; UINT64_MAX after the last.
  [[nodiscard]] uint64_t position() const { return position_; }
  // Appends its dates, and moves on.
  void take(std::vector<std::string>& dates);

 private:
  void advance();
  std::unique_ptr<lines::LineStream> lines_;
  std::string_view line_;
  uint64_t position_ = 0;
};

// The number that append_position() wrote at the beginning of `text`.
[[nodiscard]] uint64_t position_of(std::string_view text);
inline constexpr size_t kPositionSize = 12;

}  // namespace wax::index
