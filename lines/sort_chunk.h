// Sorts lines in one block of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "lines/line_span.h"

namespace wax::lines {

// Text is added at the front of the block, and entries at its back.
class SortChunk {
 public:
  explicit SortChunk(size_t capacity);

  // False if the line does not fit. An empty chunk takes every line for which
  // room_for() is not more than its capacity.
  [[nodiscard]] bool add(std::string_view line) {
    if (text_size_ + line.size() + kSlack > entries_begin_) return false;
    std::memcpy(bytes_.get() + text_size_, line.data(), line.size());
    bytes_[text_size_ + line.size()] = '\n';
    entries_begin_ -= sizeof(Entry);
    *entries() = {0, static_cast<uint32_t>(text_size_),
                  static_cast<uint32_t>(line.size())};
    text_size_ += line.size() + 1;
    return true;
  }
  // The capacity that a chunk needs for one line of that size.
  [[nodiscard]] static size_t room_for(size_t line_size) {
    return line_size + kSlack + 2 * sizeof(Entry);
  }
  // The largest capacity.
  static constexpr size_t kMost = kMostText;

  [[nodiscard]] size_t capacity() const { return capacity_; }
  [[nodiscard]] size_t size() const {
    return (capacity_ - entries_begin_) / sizeof(Entry);
  }
  void clear();

  // Sorts the lines and gives each its code relative to the one before it. With
  // `unique`, drops lines that equal the one before them.
  void sort(bool unique);

  // After sort(). In memory, "\n" comes after the line. It and lines() are
  // valid until clear(), the next sort() or the end of the chunk.
  [[nodiscard]] std::string_view line(size_t i) const {
    const Entry& entry = entries()[i];
    return {bytes_.get() + entry.offset, entry.size};
  }
  [[nodiscard]] LineCode code(size_t i) const { return entries()[i].code; }
  // After sort(): all lines, without an owner.
  [[nodiscard]] LineSpan lines() const {
    return {nullptr, bytes_.get(), entries(), size()};
  }
  void prefetch(size_t i) const {
    if (i >= size()) return;
    const char* text = bytes_.get() + entries()[i].offset;
    for (size_t at = 0; at < 256; at += 64) __builtin_prefetch(text + at);
  }

 private:
  // While lines are sorted, `code` is eight bytes of the line.
  using Entry = LineEntry;
  // For "\n", and because a whole word is read at the end of a line.
  static constexpr size_t kSlack = sizeof(Entry) + 8;

  [[nodiscard]] Entry* entries() const {
    return reinterpret_cast<Entry*>(bytes_.get() + entries_begin_);
  }
  [[nodiscard]] uint64_t key_at(const Entry& entry, size_t depth) const;
  void prefetch_text(const Entry* entry, const Entry* end) const {
    if (end - entry > 16) __builtin_prefetch(bytes_.get() + entry[16].offset);
  }
  [[nodiscard]] size_t shared_by(const Entry* begin, const Entry* end,
                                 size_t depth) const;
  void sort_range(Entry* begin, Entry* end);

  size_t capacity_;
  std::unique_ptr<char[]> bytes_;
  size_t text_size_ = 0;
  size_t entries_begin_;
};

}  // namespace wax::lines
