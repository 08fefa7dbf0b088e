#include "io/compress/member_stream.h"

#include <errno.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "io/compress/member_search.h"
#include "io/error.h"

namespace wax::io {
namespace {

// Members that fit are inflated at once. Only what is used of it takes memory.
constexpr size_t kBuffer = 4 * 1024 * 1024;
// Stored bytes that should be at hand where a member starts.
constexpr size_t kAhead = 256 * 1024;
// Bytes to have for the head of a record.
constexpr size_t kHeadAhead = 16 * 1024;
// What is inflated first of members that may be passed over, and at most: it
// takes longer a byte than members at once.
constexpr size_t kFirstHead = 768;
constexpr size_t kMostHead = 16 * 1024;

class CompressedStream final : public MemberStream {
 public:
  CompressedStream(std::unique_ptr<FileSource> file,
                   std::unique_ptr<Inflater> inflater, LooksRight looks_right,
                   ProblemSink& problems)
      : file_(std::move(file)),
        inflater_(std::move(inflater)),
        looks_right_(looks_right),
        problems_(&problems),
        search_(*file_, *inflater_, looks_right) {
    grow(kBuffer);
  }

  std::string_view peek(size_t at_least) override {
    while (end_ - begin_ < at_least && ending_ == Ending::kNone) {
      inflate_more(at_least);
    }
    return {buffer_.get() + begin_, end_ - begin_};
  }

  void consume(size_t n) override { begin_ += n; }

  bool next_member() override {
    if (std::exchange(next_known_, false)) {
      enter(file_->offset());
      take_head(end_, next_);
      return true;
    }
    while (ending_ == Ending::kNone) {
      begin_ = end_;
      inflate_more(1);
    }
    uint64_t from = file_->offset();
    bool cut = ending_ == Ending::kTruncated;
    // With a bad sum, even where the member ended is not to be trusted.
    bool lost = cut || ending_ == Ending::kBad ||
                (ending_ == Ending::kBadSum && !file_->peek().empty() &&
                 !search_.at_good_member());
    if (lost) search_.go_back(member_offset_);
    if (!lost && search_.at_plain_piece()) {
      enter(from);
      plain_ = true;
      return true;
    }
    bool found = search_.find_member(lost);
    uint64_t to = file_->offset();
    if (lost && (found || !cut)) {
      report_passed_over(from, to, found);
    } else if (!lost) {
      search_.report_junk(from, to, found, *problems_);
    }
    if (!found) {
      ending_ = Ending::kWhole;
      return false;
    }
    enter(to);
    if (skim_ && begin_ == end_) {
      begin_ = end_ = 0;
      take_head(0, inflater_->head(file_->peek(kHeadAhead), buffer_.get(),
                                   kFirstHead, false));
    }
    return true;
  }

  void skim() override { skim_ = true; }

  bool pass_over(uint64_t size) override {
    if (!in_head_ || !file_->seeks_back()) return false;
    const size_t place = head_ == 0 ? 2 * kMostHead : 0;
    auto begins = [&](std::string_view in) {
      next_ = inflater_->head(in, buffer_.get() + place, kFirstHead, false);
      Inflater::Step seen = next_;
      if (next_.state == Inflater::State::kBad) {
        inflater_->start();
        seen = inflater_->step(in, buffer_.get() + place, kMemberProbe);
      }
      return looks_right_({buffer_.get() + place, seen.produced}) ==
             Match::kYes;
    };
    if (inflater_->pass_over(*file_, size, begins)) {
      in_head_ = false;
      next_known_ = true;
      ending_ = Ending::kWhole;
      begin_ = end_ = place;
      return true;
    }
    if (file_->offset() != member_offset_ && !file_->seek(member_offset_)) {
      throw IoError(file_->path(), "seek", EIO);
    }
    leave_head();
    return false;
  }

  bool in_head() const override { return in_head_; }
  bool new_at(uint64_t offset) const override { return search_.new_at(offset); }

  Ending ending() const override { return ending_; }
  void report_damage() override {
    if (ending_ == Ending::kBad) report_bad_member(file_->offset(), "");
  }
  uint64_t member_offset() const override { return member_offset_; }
  uint64_t stored_offset() const override { return file_->offset(); }
  bool compressed() const override { return true; }
  std::string_view compression() const override { return inflater_->name(); }
  bool can_seek() const override { return false; }
  std::optional<uint64_t> plain_offset() const override {
    if (!plain_) return {};
    return file_->offset() - (end_ - begin_);
  }
  bool seek(uint64_t) override { return false; }
  bool restart(uint64_t offset) override {
    begin_ = end_ = 0;
    plain_ = false;
    in_head_ = next_known_ = false;
    // Nothing of what was before is left to be ended or reported.
    ending_ = Ending::kWhole;
    return file_->seek(offset) &&
           (at_member(*file_, *inflater_, looks_right_, inflater_->probe()) ||
            search_.at_plain_piece());
  }
  const std::string& path() const override { return file_->path(); }

 private:
  void grow(size_t capacity) {
    auto grown = std::make_unique_for_overwrite<char[]>(capacity);
    if (end_ > 0) std::memcpy(grown.get(), buffer_.get(), end_);
    buffer_ = std::move(grown);
    capacity_ = capacity;
  }

  void make_room(size_t at_least) {
    if (begin_ == end_) begin_ = end_ = 0;
    if (capacity_ - begin_ < at_least || end_ == capacity_) {
      std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (capacity_ < at_least) {
      grow(std::max(at_least, 2 * capacity_));
    }
    if (end_ == capacity_) grow(2 * capacity_);
  }

  // At a member that was not yet read.
  void enter(uint64_t offset) {
    member_offset_ = offset;
    plain_ = false;
    inflater_->start();
    static_cast<void>(file_->peek(skim_ ? kHeadAhead : kAhead));
    wanted_ = 1;
    ending_ = Ending::kNone;
    reported_ = false;
  }

  // Its first bytes are at buffer_[place]; the file stays before it.
  void take_head(size_t place, const Inflater::Step& step) {
    if (step.state == Inflater::State::kBad) return;
    head_ = begin_ = place;
    end_ = place + step.produced;
    in_head_ = step.state == Inflater::State::kMore;
    if (in_head_) return;
    ending_ = Ending::kWhole;
    file_->consume(step.consumed);
  }

  void grow_head(size_t at_least) {
    size_t enough = begin_ - head_ + at_least;
    // Who asks for anything at all reads on and on.
    if (at_least == 1 || enough > kMostHead) {
      leave_head();
      return;
    }
    Inflater::Step step = inflater_->head(file_->peek(kHeadAhead),
                                          buffer_.get() + head_, enough, true);
    if (step.state == Inflater::State::kBad) {
      leave_head();
    } else {
      size_t begin = begin_;
      take_head(head_, step);
      begin_ = begin;
    }
  }

  // Inflates the member from its start, over what is there.
  void leave_head() {
    in_head_ = false;
    inflater_->start();
    static_cast<void>(file_->peek(kAhead));
    wanted_ = 1;
    const size_t end = std::exchange(end_, head_);
    while (end_ < end && ending_ == Ending::kNone) inflate_on();
    end_ = std::max(end_, end);
  }

  void inflate_more(size_t at_least) {
    if (in_head_) {
      grow_head(at_least);
      return;
    }
    make_room(at_least);
    plain_ ? copy_plain() : inflate_on();
  }

  // Takes over bytes of a plain piece, up to what may be the next member.
  void copy_plain() {
    std::string_view bytes = file_->peek(kMemberProbe);
    if (bytes.empty()) {
      ending_ = Ending::kWhole;
      return;
    }
    const bool last = bytes.size() < kMemberProbe;
    const size_t most = std::min(bytes.size(), capacity_ - end_);
    size_t size = 0;
    while (size < most && !inflater_->starts_member(bytes.substr(size))) {
      ++size;
    }
    if (size == 0) {
      if (search_.at_good_member()) {
        ending_ = Ending::kWhole;
        return;
      }
      bytes = file_->peek();
      size = 1;
    } else if (!last) {
      // The end of what is here may be the front part of a start.
      size = std::min(size, bytes.size() - kMemberStart);
    }
    std::memcpy(buffer_.get() + end_, bytes.data(), size);
    file_->consume(size);
    end_ += size;
  }

  void inflate_on() {
    std::string_view in = file_->peek(wanted_);
    if (in.size() < wanted_) {
      ending_ = Ending::kTruncated;
      file_->consume(in.size());
      return;
    }
    Inflater::Step step =
        inflater_->step(in, buffer_.get() + end_, capacity_ - end_);
    // Nothing happened: the inflater needs more than there was.
    bool stuck = step.consumed == 0 && step.produced == 0;
    wanted_ = stuck && step.state == Inflater::State::kMore ? in.size() + 1 : 1;
    file_->consume(step.consumed);
    end_ += step.produced;
    switch (step.state) {
      case Inflater::State::kMore:
        break;
      case Inflater::State::kEnd:
        ending_ = Ending::kWhole;
        break;
      case Inflater::State::kBadSum:
        ending_ = Ending::kBadSum;
        break;
      case Inflater::State::kBad:
        ending_ = Ending::kBad;
        break;
    }
  }

  void report_passed_over(uint64_t from, uint64_t to, bool found) {
    report_bad_member(from, found
                                ? "; reading continues at " + std::to_string(to)
                                : "; no member follows");
  }

  void report_bad_member(uint64_t at, const std::string& what_follows) {
    if (std::exchange(reported_, true)) return;
    problems_->report({Severity::kLost, "gzip-bad-member", file_->path(),
                       member_offset_,
                       "damaged " + name() + " data at " + std::to_string(at) +
                           what_follows});
  }

  std::string name() const { return std::string(inflater_->name()); }

  std::unique_ptr<FileSource> file_;
  std::unique_ptr<Inflater> inflater_;
  LooksRight looks_right_;
  ProblemSink* problems_;
  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0;
  size_t begin_ = 0;
  size_t end_ = 0;
  size_t wanted_ = 1;
  Ending ending_ = Ending::kWhole;
  bool reported_ = false;  // that the current member is damaged
  uint64_t member_offset_ = 0;
  bool plain_ = false;  // the current member is a piece that is not compressed
  bool skim_ = false;
  bool in_head_ = false;  // only the first bytes are inflated, at head_
  size_t head_ = 0;
  bool next_known_ = false;  // the next member's are at end_
  Inflater::Step next_;
  MemberSearch search_;
};

}  // namespace

std::unique_ptr<MemberStream> compressed_stream(
    std::unique_ptr<FileSource> file, std::unique_ptr<Inflater> inflater,
    LooksRight looks_right, ProblemSink& problems) {
  return std::make_unique<CompressedStream>(
      std::move(file), std::move(inflater), looks_right, problems);
}

}  // namespace wax::io
