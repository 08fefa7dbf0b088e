#include "io/compress/decompressed.h"

#include <string>
#include <utility>

#include "io/compress/bzip2_source.h"
#include "io/compress/gzip_format.h"
#include "io/compress/inflater.h"
#include "io/error.h"

namespace wax::io {
namespace {

// Members of one kind, one after the other.
class InflatedSource final : public ByteSource {
 public:
  InflatedSource(std::unique_ptr<FileSource> file,
                 std::unique_ptr<Inflater> inflater)
      : file_(std::move(file)), inflater_(std::move(inflater)) {}

  std::string_view peek(size_t at_least) override {
    while (end_ - at_ < at_least && more_) inflate(at_least);
    return std::string_view(text_).substr(at_, end_ - at_);
  }
  void consume(size_t n) override { at_ += n; }

 private:
  static constexpr size_t kText = 1 << 20;

  // Passes over what lies between members; false at the end of the file.
  bool begin_member() {
    for (;;) {
      std::string_view bytes = file_->peek(kSkippableHeader);
      if (bytes.empty()) return false;
      uint64_t skipped = skippable_frame(bytes);
      if (skipped == 0) break;
      skip(*file_, skipped);
    }
    member_ = file_->offset();
    if (!inflater_->starts_member(file_->peek(kSkippableHeader))) {
      throw FormatError(
          file_->path(), member_,
          "no " + std::string(inflater_->name()) + " member begins here");
    }
    inflater_->start();
    return true;
  }

  void inflate(size_t at_least) {
    if (!in_member_) {
      in_member_ = more_ = begin_member();
      if (!more_) return;
    }
    text_.erase(0, at_);
    end_ -= at_;
    at_ = 0;
    if (text_.size() < end_ + at_least + kText) {
      text_.resize(end_ + at_least + kText);
    }
    const std::string_view in = file_->peek(wanted_);
    const Inflater::Step step =
        inflater_->step(in, text_.data() + end_, text_.size() - end_);
    if (step.consumed == 0 && step.produced == 0 &&
        step.state == Inflater::State::kMore) {
      if (in.size() < wanted_) fail("the file ends in the middle of a");
      wanted_ = in.size() + 1;
      return;
    }
    wanted_ = 1;
    file_->consume(step.consumed);
    end_ += step.produced;
    if (step.state == Inflater::State::kBad) fail("damaged");
    if (step.state == Inflater::State::kBadSum) fail("wrong checksum of a");
    if (step.state == Inflater::State::kEnd) in_member_ = false;
  }

  [[noreturn]] void fail(const char* what) const {
    throw FormatError(
        file_->path(), member_,
        std::string(what) + ' ' + std::string(inflater_->name()) + " member");
  }

  std::unique_ptr<FileSource> file_;
  std::unique_ptr<Inflater> inflater_;
  std::string text_;
  size_t at_ = 0;
  size_t end_ = 0;
  size_t wanted_ = 1;
  uint64_t member_ = 0;
  bool in_member_ = false;
  bool more_ = true;
};

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<FileSource> file,
                                         unsigned jobs) {
  const std::string_view front = file->peek(kSkippableHeader);
  if (is_gzip(front)) return gzip_source(std::move(file), jobs);
  if (is_bzip2(front)) return bzip2_source(std::move(file), jobs);
  const bool skippable = skippable_frame(front) != 0;
  for (auto make :
       {+[] { return zstd_inflater(); }, +[] { return lz4_inflater(); }}) {
    auto inflater = make();
    if (skippable || inflater->starts_member(front)) {
      return std::make_unique<InflatedSource>(std::move(file),
                                              std::move(inflater));
    }
  }
  return file;
}

}  // namespace wax::io
