#include "cdx/dedup/duplicates.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cdx/dedup/versions.h"
#include "cdx/format/list_lines.h"
#include "lines/sort_chunk.h"

namespace wax::cdx {
namespace {

// The batch and the date of a capture. Of fixed size, so that it is copied and
// compared without calls.
struct BatchAndDate {
  static constexpr size_t kSize = kRankedTail - 1;

  BatchAndDate& operator=(std::string_view from) {
    std::memcpy(text.data(), from.data(), kSize);
    return *this;
  }
  bool operator==(std::string_view other) const {
    return std::memcmp(text.data(), other.data(), kSize) == 0;
  }
  [[nodiscard]] std::string_view date() const {
    return std::string_view(text.data(), kSize).substr(kBatchSize);
  }

  std::array<char, kSize> text{};
};

// "urlkey digest "
std::string_view version_of(std::string_view ranked) {
  return ranked.substr(0, ranked.size() - kRankedTail);
}

char rank_of(std::string_view ranked) {
  return ranked[ranked.size() - kRankedTail];
}

std::string_view batch_and_date(std::string_view ranked) {
  return ranked.substr(ranked.size() - BatchAndDate::kSize);
}

class DuplicateLines final : public lines::LineStream {
 public:
  DuplicateLines(std::unique_ptr<lines::LineStream> ranked,
                 const DuplicateOptions& options, DuplicateCounts& counts)
      : ranked_(std::move(ranked)),
        options_(options),
        counts_(&counts),
        from_batch_(batch_digits(options.from_batch)) {}

  bool next(std::string_view& line) override {
    std::string_view capture;
    while (true) {
      if (!next_of_version(capture)) {
        if (!start_version()) return false;
        continue;
      }
      std::string_view batch = capture.substr(0, kBatchSize);
      bool again = before_ == capture;
      bool stands = best_ == capture;
      before_ = capture;
      if (batch < from_batch_) continue;
      text_.resize(version_.size());
      if (again || stands) {
        bool first = stands && !again;
        ++(first ? counts_->unique : counts_->same_date);
        if (!first || !options_.with_originals) continue;
        text_.append(capture);
      } else {
        ++counts_->duplicates;
        if (options_.with_originals) {
          text_.append(best_.text.data(), BatchAndDate::kSize).append(" ");
          text_.append(capture);
        } else {
          text_.append(capture.substr(kBatchSize));
          append_original(best_.date(), text_);
        }
      }
      line = text_;
      return true;
    }
  }

 private:
  // The captures of a version that was not begun with its best one: those in
  // the chunk, then those that follow.
  class AllOfVersion final : public lines::LineStream {
   public:
    explicit AllOfVersion(DuplicateLines& from) : from_(&from) {}
    bool next(std::string_view& line) override {
      if (at_ < from_->chunk_->size()) {
        line = from_->chunk_->line(at_++);
        return true;
      }
      return from_->take(line);
    }

   private:
    DuplicateLines* from_;
    size_t at_ = 0;
  };

  // Whether there is another line of this version.
  [[nodiscard]] bool in_version() {
    if (taken_) pending_ = ranked_->next(ranked_line_);
    taken_ = false;
    return pending_ && version_of(ranked_line_) == version_;
  }

  // The next capture of this version, the best one being kept in mind.
  [[nodiscard]] bool take(std::string_view& capture) {
    if (!in_version()) return false;
    capture = batch_and_date(ranked_line_);
    // In order of rank, so the first of the last rank is the best.
    if (rank_of(ranked_line_) != best_rank_) {
      best_rank_ = rank_of(ranked_line_);
      best_ = capture;
    }
    taken_ = true;
    return true;
  }

  [[nodiscard]] bool start_version() {
    if (taken_) pending_ = ranked_->next(ranked_line_);
    taken_ = false;
    if (!pending_) return false;
    version_.assign(version_of(ranked_line_));
    text_ = version_;
    best_rank_ = '\0';
    before_ = BatchAndDate();
    collected_ =
        rank_of(ranked_line_) != static_cast<char>(CaptureRank::kIntact);
    if (collected_) collect();
    return true;
  }

  void collect() {
    if (!chunk_) {
      constexpr uint64_t kMost = uint64_t{64} << 20;
      chunk_.emplace(static_cast<size_t>(
          std::clamp<uint64_t>(options_.sort.memory / 2, 4096, kMost)));
    }
    chunk_->clear();
    sorted_.reset();
    at_ = 0;
    std::string_view capture;
    while (take(capture)) {
      if (chunk_->add(capture)) continue;
      taken_ = false;  // AllOfVersion gives it
      sorted_ = lines::sort_lines(std::make_unique<AllOfVersion>(*this),
                                  options_.sort);
      return;
    }
    chunk_->sort(false);
  }

  [[nodiscard]] bool next_of_version(std::string_view& capture) {
    if (version_.empty()) return false;
    if (!collected_) return take(capture);
    if (sorted_ != nullptr) return sorted_->next(capture);
    if (at_ == chunk_->size()) return false;
    capture = chunk_->line(at_++);
    return true;
  }

  std::unique_ptr<lines::LineStream> ranked_;
  DuplicateOptions options_;
  DuplicateCounts* counts_;
  std::string from_batch_;
  std::string_view ranked_line_;
  bool pending_ = false;
  bool taken_ = true;
  std::string version_;  // "urlkey digest "
  BatchAndDate best_;
  char best_rank_ = '\0';
  BatchAndDate before_;  // of the capture before this one
  bool collected_ = false;
  std::optional<lines::SortChunk> chunk_;  // batches and dates
  std::unique_ptr<lines::LineStream> sorted_;
  size_t at_ = 0;
  std::string text_;  // the version, then what the line adds
};

class DistinctLines final : public lines::LineStream {
 public:
  explicit DistinctLines(std::unique_ptr<lines::LineStream> lines)
      : lines_(std::move(lines)) {}

  bool next(std::string_view& line) override {
    while (lines_->next(line)) {
      if (!first_ && line == before_) continue;
      first_ = false;
      before_.assign(line);
      return true;
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  std::string before_;
  bool first_ = true;
};

// "urlkey digest date14" of such a line.
std::string_view dated_part(std::string_view line) {
  std::string_view rest = line;
  for (int i = 0; i < 3; ++i) (void)next_list_field(rest);
  return line.substr(0, line.size() - rest.size());
}

class PlacedLines final : public lines::LineStream {
 public:
  PlacedLines(std::unique_ptr<lines::LineStream> dated,
              std::unique_ptr<lines::LineStream> places)
      : dated_(std::move(dated)), places_(std::move(places)) {
    advance();
  }

  bool next(std::string_view& line) override {
    if (!dated_->next(line)) return false;
    std::string_view wanted = dated_part(line);
    while (more_ && dated_part(place_) < wanted) advance();
    if (!more_) return true;
    std::string_view found = dated_part(place_);
    if (found != wanted || found.size() == place_.size()) return true;
    text_.assign(line).append(place_.substr(found.size()));
    line = text_;
    return true;
  }

 private:
  void advance() { more_ = places_->next(place_); }

  std::unique_ptr<lines::LineStream> dated_;
  std::unique_ptr<lines::LineStream> places_;
  std::string_view place_;
  bool more_ = false;
  std::string text_;
};

}  // namespace

std::unique_ptr<lines::LineStream> duplicate_lines(
    std::unique_ptr<lines::LineStream> ranked, const DuplicateOptions& options,
    DuplicateCounts& counts) {
  return std::make_unique<DuplicateLines>(std::move(ranked), options, counts);
}

std::unique_ptr<lines::LineStream> distinct_lines(
    std::unique_ptr<lines::LineStream> lines) {
  return std::make_unique<DistinctLines>(std::move(lines));
}

std::unique_ptr<lines::LineStream> placed_lines(
    std::unique_ptr<lines::LineStream> dated,
    std::unique_ptr<lines::LineStream> places) {
  return std::make_unique<PlacedLines>(std::move(dated), std::move(places));
}

}  // namespace wax::cdx
