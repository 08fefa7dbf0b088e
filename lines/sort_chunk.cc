#include "lines/sort_chunk.h"

#include <algorithm>
#include <vector>

namespace wax::lines {

SortChunk::SortChunk(size_t capacity)
    : capacity_(std::min(capacity, kMost) / sizeof(Entry) * sizeof(Entry)),
      bytes_(std::make_unique_for_overwrite<char[]>(capacity_)),
      entries_begin_(capacity_) {}

void SortChunk::clear() {
  text_size_ = 0;
  entries_begin_ = capacity_;
}

uint64_t SortChunk::key_at(const Entry& entry, size_t depth) const {
  if (depth >= entry.size) return 0;
  uint64_t key;
  std::memcpy(&key, bytes_.get() + entry.offset + depth, 8);
  key = __builtin_bswap64(key);
  size_t left = entry.size - depth;
  return left >= 8 ? key : key & ~(~uint64_t{0} >> (8 * left));
}

// How many bytes the lines have in common, given that the first `depth` are.
// Asks a few of many lines first whether it is worth while.
size_t SortChunk::shared_by(const Entry* begin, const Entry* end,
                            size_t depth) const {
  constexpr ptrdiff_t kFew = 16;
  auto text = [this](const Entry& e) {
    return std::string_view(bytes_.get() + e.offset, e.size);
  };
  std::string_view first = text(*begin);
  size_t shared = first.size();
  for (ptrdiff_t every = (end - begin) / kFew + 1;; every = 1) {
    for (const Entry* entry = begin; end - entry > every;) {
      entry += every;
      if (every == 1) prefetch_text(entry, end);
      first = first.substr(0, shared);
      shared = common_prefix(first, text(*entry), depth);
      if (shared < depth + 8) return depth;
    }
    if (every == 1) return shared;
  }
}

// Sorts by eight bytes at a time: a group of lines that share the bytes before
// is sorted by the next eight, kept beside the entry; what is equal there is a
// group of the next round.
void SortChunk::sort_range(Entry* all_begin, Entry* all_end) {
  struct Group {
    Entry* begin;
    Entry* end;
    size_t depth;
  };
  std::vector<Group> groups;
  if (all_end - all_begin > 1) groups.push_back({all_begin, all_end, 0});
  while (!groups.empty()) {
    auto [begin, end, depth] = groups.back();
    groups.pop_back();
    depth = shared_by(begin, end, depth);
    for (Entry* entry = begin; entry != end; ++entry) {
      prefetch_text(entry, end);
      entry->code = key_at(*entry, depth);
    }
    std::sort(begin, end,
              [](const Entry& a, const Entry& b) { return a.code < b.code; });
    size_t next = depth + 8;
    for (Entry* from = begin; from != end;) {
      Entry* to = from + 1;
      while (to != end && to->code == from->code) ++to;
      if (to - from > 1) {
        // Lines that end here come first, shorter ones before those that go
        // on with zero bytes.
        Entry* going_on = std::partition(
            from, to, [next](const Entry& e) { return e.size <= next; });
        std::sort(from, going_on, [](const Entry& a, const Entry& b) {
          return a.size < b.size;
        });
        if (to - going_on > 1) groups.push_back({going_on, to, next});
      }
      from = to;
    }
  }
}

void SortChunk::sort(bool unique) {
  Entry* begin = entries();
  Entry* end = begin + size();
  sort_range(begin, end);
  // The entries end where the block ends, so what stays moves to the back.
  std::string_view before;
  Entry* kept = begin;
  for (Entry* entry = begin; entry != end; ++entry) {
    if (end - entry > 8) {
      __builtin_prefetch(bytes_.get() + entry[8].offset);
    }
    std::string_view now(bytes_.get() + entry->offset, entry->size);
    LineCode code;
    (void)less_from(now, before, 0, code);
    if (unique && code == kSameLine && now.size() == before.size() &&
        entry != begin) {
      continue;
    }
    *kept = *entry;
    kept->code = code;
    ++kept;
    before = now;
  }
  size_t dropped = static_cast<size_t>(end - kept);
  if (dropped > 0) {
    std::move_backward(begin, kept, end);
    entries_begin_ += dropped * sizeof(Entry);
  }
}

}  // namespace wax::lines
