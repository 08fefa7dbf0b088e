#include "cdx/files/zipnum_source.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <future>
#include <string_view>
#include <utility>

#include "cdx/files/zipnum.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

bool has_index_name(const fs::path& path) {
  return path.extension() == ".idx" || path.extension() == ".summary";
}

bool may_be_zipnum(const std::string& path) {
  std::error_code none;
  if (!fs::is_directory(path, none)) return has_index_name(path);
  fs::directory_iterator entries(path, none);
  return std::any_of(begin(entries), end(entries), [](const auto& entry) {
    return has_index_name(entry.path());
  });
}

class ZipNumSource final : public io::ByteSource {
 public:
  ZipNumSource(std::unique_ptr<ZipNum> zipnum, unsigned jobs)
      : zipnum_(std::move(zipnum)), jobs_(jobs), offset_(zipnum_->begin()) {}

  std::string_view peek(size_t at_least) override {
    while (text_.size() - begin_ < at_least && read()) continue;
    return std::string_view(text_).substr(begin_);
  }

  void consume(size_t n) override { begin_ += n; }

 private:
  // Adds the text of a block. False at the end.
  bool read() {
    while (!at_end_ && waiting_.size() < std::max(jobs_, 1U)) {
      auto block = zipnum_->next_block(offset_);
      at_end_ = !block;
      if (at_end_) break;
      auto how = jobs_ > 1 ? std::launch::async : std::launch::deferred;
      waiting_.push_back(std::async(
          how, [stored = zipnum_->stored(*block), block = *std::move(block)] {
            return stored.unpack(block, true);
          }));
    }
    if (waiting_.empty()) return false;
    std::string text = waiting_.front().get();
    waiting_.pop_front();
    if (!text.empty() && text.back() != '\n') text += '\n';
    if (begin_ == text_.size()) {
      text_ = std::move(text);
    } else {
      text_.erase(0, begin_);
      text_ += text;
    }
    begin_ = 0;
    return true;
  }

  std::unique_ptr<ZipNum> zipnum_;
  unsigned jobs_;
  uint64_t offset_;
  bool at_end_ = false;
  std::deque<std::future<std::string>> waiting_;
  std::string text_;
  size_t begin_ = 0;
};

}  // namespace

std::unique_ptr<io::ByteSource> zipnum_source(const std::string& path,
                                              unsigned jobs) {
  if (path == "-" || !may_be_zipnum(path)) return nullptr;
  auto file = open_searchable(path);
  auto zipnum = dynamic_cast<ZipNum*>(file.get());
  if (zipnum == nullptr) return nullptr;
  (void)file.release();
  return std::make_unique<ZipNumSource>(std::unique_ptr<ZipNum>(zipnum), jobs);
}

}  // namespace wax::cdx
