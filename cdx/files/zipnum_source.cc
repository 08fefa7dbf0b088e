#include "cdx/files/zipnum_source.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cdx/files/zipnum.h"
#include "io/ordered_pool.h"

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

// A block and what becomes of it.
struct Decompression {
  StoredBlock stored;
  ZipNumBlock block;
  std::string text;
};

class ZipNumSource final : public io::ByteSource {
 public:
  ZipNumSource(std::unique_ptr<ZipNum> zipnum, unsigned jobs)
      : zipnum_(std::move(zipnum)),
        jobs_(std::max(jobs, 1U)),
        offset_(zipnum_->begin()),
        text_(zipnum_->identity_line()),
        blocks_(jobs_ == 1 ? 0 : jobs_, [](Decompression& work, size_t) {
          work.text = work.stored.decompress(work.block, true);
        }) {}

  std::string_view peek(size_t at_least) override {
    while (text_.size() - begin_ < at_least && read()) continue;
    return std::string_view(text_).substr(begin_);
  }

  void consume(size_t n) override { begin_ += n; }

 private:
  // Adds the text of a block. False at the end.
  bool read() {
    while (!at_end_ && blocks_.size() < jobs_) {
      auto block = zipnum_->next_block(offset_);
      at_end_ = !block;
      if (at_end_) break;
      auto stored = zipnum_->stored(*block);
      blocks_.put({std::move(stored), *std::move(block), {}});
    }
    if (blocks_.size() == 0) return false;
    std::string text = blocks_.take().text;
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
  std::string text_;
  bool at_end_ = false;
  size_t begin_ = 0;
  io::OrderedPool<Decompression> blocks_;
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
