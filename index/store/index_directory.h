// One index as it is in its directory: its segments, whose documents follow
// each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/store/block_cursor.h"
#include "index/store/column_values.h"
#include "index/store/commit.h"
#include "index/store/index_reader.h"
#include "index/store/key_file.h"
#include "index/store/lucene_segment.h"

namespace wax::index {

// Documents are looked at so many at a time.
inline constexpr uint32_t kWindow = 2048;

// The postings of a term in one segment.
struct TermSource {
  const LuceneSegment* segment = nullptr;
  uint32_t base = 0;   // number of the segment's first document
  uint32_t field = 0;  // number in the segment
  TermPlace place;
};

// Immutable: any number of threads may read. Methods throw FormatError and
// IoError.
class IndexDirectory {
 public:
  struct Part {
    std::unique_ptr<const LuceneSegment> segment;
    uint32_t base = 0;
  };

  // `manifest` may be null; then damage is found only where it leads beyond a
  // file or to a number that cannot be.
  IndexDirectory(const std::string& path,
                 std::shared_ptr<const Manifest> manifest);

  [[nodiscard]] const std::string& path() const { return files_.path(); }
  [[nodiscard]] uint32_t documents() const { return documents_; }
  [[nodiscard]] bool has_deletions() const;
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  // Sorted.
  [[nodiscard]] const std::vector<std::string>& field_names() const {
    return names_;
  }
  [[nodiscard]] const Part& part_of(uint32_t document) const;
  // Null when it has no such file. This must outlive it.
  [[nodiscard]] std::unique_ptr<const KeyFile> keys() const;
  // Whether the document has a date from `first` to `last`, both of 14 digits,
  // as a stored value.
  [[nodiscard]] bool has_date(uint32_t document, std::string_view first,
                              std::string_view last) const;

  using Time = std::chrono::steady_clock::time_point;
  using MakeNumber = uint64_t (*)(const IndexDirectory& index,
                                  uint32_t document);
  // Made by a thread of its own when it is first asked for, and kept. Null when
  // that takes until `deadline`; it goes on then. The different values have
  // `most` bytes, else it throws TooMuchMemory, also when it is asked again.
  [[nodiscard]] const ColumnValues* values(
      const std::string& field, const std::optional<Time>& deadline = {},
      uint64_t most = UINT64_MAX) const;
  // Likewise a number for each document, which `make` makes when this name is
  // first asked for.
  [[nodiscard]] const std::vector<uint64_t>* kept_numbers(
      const std::string& name, MakeNumber make,
      const std::optional<Time>& deadline = {}) const;

  // Appends where the term is; returns the number of documents that have it.
  uint64_t find(std::string_view field, std::string_view term,
                std::vector<TermSource>& sources) const;
  // Calls use(term, source) for the terms of the field from `first` on, segment
  // by segment, until it returns false for a term of the segment.
  template <typename Use>
  void each_term(std::string_view field, std::string_view first,
                 Use&& use) const {
    for (const Part& part : parts_) {
      uint32_t number = part.segment->field_number(field);
      if (number == UINT32_MAX) continue;
      for (TermWalk walk = part.segment->terms().from(number, first);
           !walk.ended() && walk.field() == number; walk.next()) {
        TermSource source{part.segment.get(), part.base, number, walk.place()};
        if (!use(walk.term(), source)) break;
      }
    }
  }

 private:
  IndexFiles files_;
  std::vector<Part> parts_;
  // Open as long as this, so that keys() has it when the index was replaced.
  std::shared_ptr<const io::MappedFile> keys_;
  std::vector<std::string> names_;
  uint32_t documents_ = 0;
  // Made, or being made.
  template <typename Made>
  using Kept = std::map<std::string, std::shared_future<Made>>;
  template <typename Made, typename Make>
  const Made* kept(Kept<Made>& all, const std::string& name,
                   const std::optional<Time>& deadline, Make make) const;

  mutable std::mutex kept_mutex_;  // guards values_ and numbers_
  // The last members: their threads use the others, and end before them.
  mutable Kept<ColumnValues> values_;
  mutable Kept<std::vector<uint64_t>> numbers_;
};

// Opens the index at `path`, and sets what its manifest says about it. Throws
// UsageError (there is no index, or one without a manifest), and as
// IndexDirectory.
[[nodiscard]] std::unique_ptr<const IndexDirectory> open_index(
    const std::string& path, const OpenOptions& options,
    std::map<std::string, std::string>& about);

// The documents of a term through all segments. Numbers are those of the index.
class TermCursor {
 public:
  TermCursor() = default;
  explicit TermCursor(std::vector<TermSource> sources);

  [[nodiscard]] uint32_t document() const { return document_; }
  [[nodiscard]] uint32_t frequency() { return current_.frequency(); }
  // Null when there is no document.
  [[nodiscard]] const TermSource* source() const {
    return index_ < sources_.size() ? &sources_[index_] : nullptr;
  }
  [[nodiscard]] const std::vector<TermSource>& sources() const {
    return sources_;
  }
  [[nodiscard]] uint32_t rank() const { return current_.rank(); }
  void next() {
    current_.next();
    settle();
  }
  void advance(uint32_t target);
  // Both do what the functions of BlockCursor with these names do, for the
  // documents of this segment; the numbers that `use` gets are those of the
  // segment.
  template <typename Use>
  void take_documents(uint32_t limit, Use&& use) {
    current_.take_documents(limit - sources_[index_].base, use);
    settle();
  }
  template <typename Use>
  void take_postings(uint32_t limit, Use&& use) {
    current_.take_postings(limit - sources_[index_].base, use);
    settle();
  }
  std::span<uint32_t> read_positions(std::vector<uint32_t>& room) {
    return current_.read_positions(room);
  }

 private:
  // To the next segment that has a document, when this one has no more.
  void settle() {
    document_ = current_.document();
    if (document_ != kNoDocument) {
      document_ += sources_[index_].base;
    } else {
      go_on();
    }
  }
  void go_on();

  std::vector<TermSource> sources_;
  size_t index_ = 0;
  BlockCursor current_;
  uint32_t document_ = kNoDocument;
};

}  // namespace wax::index
