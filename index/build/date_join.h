// Joins dates with the documents of the same version of a page, by sorting:
// however long the lists are, memory is bounded.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_stream.h"

namespace wax::index {

// Puts a set of dates in order, each once.
void make_set(std::vector<std::string>& dates);

// Digest over URL keys and digests in order: what a main index and its columns
// have in common.
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

// A stream of lines that `make` writes; it answers false at the end.
[[nodiscard]] std::unique_ptr<lines::LineStream> made_lines(
    std::function<bool(std::string& line)> make);

// Appends the identity of a version, in its one spelling: what lines of one
// version begin with, and no others. version_size() says how long it is.
void append_version(std::string& line, std::string_view urlkey,
                    std::string_view digest);
// The length of that beginning.
[[nodiscard]] size_t version_size(std::string_view line);

// Appends "position date14": sorted, they are in order of positions and dates.
void append_position(std::string& line, uint64_t position);
void append_positioned(std::string& line, uint64_t position,
                       std::string_view date);

// Reads such lines when they are sorted.
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
