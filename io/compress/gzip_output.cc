#include <libdeflate.h>

#include <algorithm>
#include <new>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/ordered_pool.h"

namespace wax::io {
namespace {

class GzipOutput final : public Output {
 public:
  GzipOutput(std::unique_ptr<Output> output, unsigned jobs, int level)
      : output_(std::move(output)),
        most_(jobs == 1 ? 0 : jobs),
        members_(most_, [level](std::string& text, size_t) {
          text = gzip_member(text, level);
        }) {}

  void write(std::string_view bytes) override {
    while (text_.size() + bytes.size() > kGzipText) {
      // The last line end that is within a member, else the first after it.
      size_t room = kGzipText - std::min(kGzipText, text_.size());
      size_t end = room == 0 ? bytes.npos : bytes.rfind('\n', room - 1);
      if (end == bytes.npos && text_.size() <= kGzipText) {
        size_t size = text_.rfind('\n') + 1;
        if (size > 0) {
          pack(size);
          continue;
        }
      }
      // More text than a member's has no line end.
      if (end == bytes.npos) end = bytes.find('\n', room);
      text_.append(bytes.substr(0, end == bytes.npos ? end : end + 1));
      if (end == bytes.npos) return;
      bytes.remove_prefix(end + 1);
      pack(text_.size());
    }
    text_.append(bytes);
  }

  void flush() override {
    hand_on_all();
    output_->flush();
  }

  void finish() override {
    if (text_.empty() && !any_) pack(0);
    hand_on_all();
    output_->finish();
  }

 private:
  // The first `size` bytes of the text.
  void pack(size_t size) {
    any_ = true;
    std::string rest = text_.substr(size);
    text_.resize(size);
    members_.put(std::exchange(text_, std::move(rest)));
    hand_on(most_);
  }

  // Until no more than `most` members are on their way.
  void hand_on(size_t most) {
    while (members_.size() > most) output_->write(members_.take());
  }

  void hand_on_all() {
    if (!text_.empty()) pack(text_.size());
    hand_on(0);
  }

  std::unique_ptr<Output> output_;
  size_t most_;  // members on their way
  std::string text_;
  bool any_ = false;
  OrderedPool<std::string> members_;
};

}  // namespace

std::string gzip_member(std::string_view bytes, int level) {
  std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)>
      packer(libdeflate_alloc_compressor(level), libdeflate_free_compressor);
  if (packer == nullptr) throw std::bad_alloc();
  std::string member;
  member.resize(libdeflate_gzip_compress_bound(packer.get(), bytes.size()));
  size_t size = libdeflate_gzip_compress(
      packer.get(), bytes.data(), bytes.size(), member.data(), member.size());
  if (size == 0) throw Error("gzip: a block did not fit");
  member.resize(size);
  return member;
}

std::unique_ptr<Output> gzip_output(std::unique_ptr<Output> output,
                                    unsigned jobs, int level) {
  return std::make_unique<GzipOutput>(std::move(output), thread_count(jobs),
                                      level);
}

}  // namespace wax::io
