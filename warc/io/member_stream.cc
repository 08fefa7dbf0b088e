#include "warc/io/member_stream.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace wax::io {
namespace {

constexpr size_t kBuffer = 256 * 1024;
// Room for the first bytes of a member while looking for one.
constexpr size_t kProbe = 8 * 1024;

class PlainStream final : public MemberStream {
 public:
  explicit PlainStream(std::unique_ptr<FileSource> file)
      : file_(std::move(file)) {}

  std::string_view peek(size_t at_least) override {
    if (!entered_) return {};
    std::string_view bytes = file_->peek(at_least);
    if (bytes.size() < at_least) ending_ = Ending::kWhole;
    return bytes;
  }
  void consume(size_t n) override { file_->consume(n); }
  bool next_member() override {
    return !std::exchange(entered_, true) && !file_->peek().empty();
  }
  Ending ending() const override { return ending_; }
  uint64_t member_offset() const override { return 0; }
  uint64_t stored_offset() const override { return file_->offset(); }
  bool compressed() const override { return false; }
  bool seek(uint64_t offset) override {
    if (!file_->seek(offset)) return false;
    ending_ = Ending::kNone;
    return true;
  }
  const std::string& path() const override { return file_->path(); }

 private:
  std::unique_ptr<FileSource> file_;
  bool entered_ = false;
  Ending ending_ = Ending::kNone;
};

class CompressedStream final : public MemberStream {
 public:
  CompressedStream(std::unique_ptr<FileSource> file,
                   std::unique_ptr<Inflater> inflater, LooksRight looks_right,
                   ProblemSink& problems)
      : file_(std::move(file)),
        inflater_(std::move(inflater)),
        looks_right_(looks_right),
        problems_(&problems),
        buffer_(kBuffer) {}

  std::string_view peek(size_t at_least) override {
    while (end_ - begin_ < at_least && ending_ == Ending::kNone) {
      inflate_more(at_least);
    }
    return {buffer_.data() + begin_, end_ - begin_};
  }

  void consume(size_t n) override { begin_ += n; }

  bool next_member() override {
    while (ending_ == Ending::kNone) {
      begin_ = end_;
      inflate_more(1);
    }
    bool damaged = ending_ == Ending::kBad;
    if (damaged) rewind();
    uint64_t from = damaged ? bad_offset_ : file_->offset();
    bool found = find_member(damaged);
    uint64_t to = file_->offset();
    if (to > from && !damaged) report_junk(from, to, found);
    if (damaged) report_damage(from, to, found);
    if (!found) return false;
    member_offset_ = to;
    inflater_->start();
    ending_ = Ending::kNone;
    return true;
  }

  Ending ending() const override { return ending_; }
  uint64_t member_offset() const override { return member_offset_; }
  uint64_t stored_offset() const override { return file_->offset(); }
  bool compressed() const override { return true; }
  bool seek(uint64_t) override { return false; }
  const std::string& path() const override { return file_->path(); }

 private:
  void make_room(size_t at_least) {
    if (begin_ == end_) begin_ = end_ = 0;
    if (buffer_.size() - begin_ < at_least || end_ == buffer_.size()) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (buffer_.size() < at_least) {
      buffer_.resize(std::max(at_least, 2 * buffer_.size()));
    }
    if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  }

  void inflate_more(size_t at_least) {
    make_room(at_least);
    std::string_view in = file_->peek(wanted_);
    if (in.size() < wanted_) {
      ending_ = Ending::kTruncated;
      file_->consume(in.size());
      return;
    }
    Inflater::Step step =
        inflater_->step(in, buffer_.data() + end_, buffer_.size() - end_);
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
        bad_offset_ = file_->offset();
        break;
    }
  }

  // A damaged member may have swallowed the start of the next, so the search
  // begins inside it. What is read twice stays in proportion to the file.
  void rewind() {
    constexpr uint64_t kFarthest = 1024 * 1024;
    uint64_t start = member_offset_ + 1;
    if (bad_offset_ > kFarthest)
      start = std::max(start, bad_offset_ - kFarthest);
    if (start >= bad_offset_) return;
    uint64_t distance = bad_offset_ - start;
    if (reread_ + distance > 8 * kFarthest + 2 * bad_offset_) return;
    if (file_->seek(start)) reread_ += distance;
  }

  // Stops at the next member. With `check`, or once bytes had to be passed
  // over, only at one whose content looks right.
  bool find_member(bool check) {
    for (;;) {
      std::string_view bytes = file_->peek(kProbe);
      if (bytes.empty()) return false;
      if (inflater_->starts_member(bytes) &&
          (!check || content_looks_right())) {
        return true;
      }
      check = true;
      // The buffer may have moved under the check.
      bytes = file_->peek(kProbe);
      size_t next = 1;
      while (next < bytes.size() &&
             !inflater_->starts_member(bytes.substr(next))) {
        ++next;
      }
      bool at_end = bytes.size() < kProbe;
      if (next == bytes.size() && !at_end) next -= 3;
      file_->consume(next);
    }
  }

  bool content_looks_right() {
    char out[kProbe];
    inflater_->start();
    std::string_view in = file_->peek(kProbe);
    Inflater::Step step = inflater_->step(in, out, sizeof out);
    return step.state != Inflater::State::kBad &&
           looks_right_({out, step.produced});
  }

  void report_junk(uint64_t from, uint64_t to, bool found) {
    problems_->report({found ? Severity::kLost : Severity::kWarning,
                       found ? "junk-between-records" : "gzip-trailing-junk",
                       file_->path(), from,
                       std::to_string(to - from) + " bytes are no " +
                           std::string(inflater_->name()) + " member"});
  }

  void report_damage(uint64_t from, uint64_t to, bool found) {
    std::string text = "damaged " + std::string(inflater_->name()) +
                       " data in the member at " +
                       std::to_string(member_offset_) + "; ";
    text += found ? "going on at " + std::to_string(to) : "no member follows";
    problems_->report({Severity::kLost, "gzip-bad-member", file_->path(), from,
                       std::move(text)});
  }

  std::unique_ptr<FileSource> file_;
  std::unique_ptr<Inflater> inflater_;
  LooksRight looks_right_;
  ProblemSink* problems_;
  std::vector<char> buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  size_t wanted_ = 1;
  Ending ending_ = Ending::kWhole;
  uint64_t member_offset_ = 0;
  uint64_t bad_offset_ = 0;
  uint64_t reread_ = 0;
};

}  // namespace

std::unique_ptr<MemberStream> plain_stream(std::unique_ptr<FileSource> file) {
  return std::make_unique<PlainStream>(std::move(file));
}

std::unique_ptr<MemberStream> compressed_stream(
    std::unique_ptr<FileSource> file, std::unique_ptr<Inflater> inflater,
    LooksRight looks_right, ProblemSink& problems) {
  return std::make_unique<CompressedStream>(
      std::move(file), std::move(inflater), looks_right, problems);
}

}  // namespace wax::io
