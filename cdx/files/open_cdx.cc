#include "cdx/files/open_cdx.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cdx/files/zipnum.h"
#include "io/ordered_pool.h"
#include "io/remote/http_source.h"
#include "io/remote/remote_file.h"

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

// Enough for a header and a line, mostly.
constexpr size_t kHeadBlock = 16 * 1024;
constexpr size_t kHeadRoom = 128 * 1024;

bool can_be_opened_again(const std::string& path) {
  namespace fs = std::filesystem;
  if (path == "-") return false;
  std::error_code none;
  fs::file_status status = fs::status(path, none);
  return fs::is_regular_file(status) || fs::is_directory(status);
}

}  // namespace

std::unique_ptr<io::ByteSource> open_bytes(const std::string& path,
                                           size_t block, uint64_t jobs,
                                           size_t room) {
  unsigned threads = io::thread_count(jobs);
  if (auto zipnum = zipnum_source(path, threads)) return zipnum;
  std::unique_ptr<io::FileSource> file =
      io::is_url(path) ? io::open_http(path, io::usual_http())
                       : io::open_file(path, block);
  if (!io::is_gzip(file->peek(2))) return file;
  return io::gzip_source(std::move(file), threads, room);
}

std::unique_ptr<lines::LineStream> open_lines(const std::string& path) {
  return lines::lines_of(open_bytes(path));
}

std::unique_ptr<CdxLines> open_cdx(const std::string& path) {
  return std::make_unique<CdxLines>(path == "-" ? "<stdin>" : path,
                                    open_lines(path));
}

std::unique_ptr<io::ByteSource> zipnum_source(const std::string& path,
                                              unsigned jobs) {
  if (path == "-" || !may_be_zipnum(path)) return nullptr;
  auto file = open_searchable(path);
  auto zipnum = dynamic_cast<ZipNum*>(file.get());
  if (zipnum == nullptr) return nullptr;
  (void)file.release();
  return std::make_unique<ZipNumSource>(std::unique_ptr<ZipNum>(zipnum), jobs);
}

JoinedCdx::JoinedCdx(std::vector<std::string> paths, KeyKinds kinds)
    : paths_(std::move(paths)), open_(paths_.size()), header_(kinds) {
  for (size_t i = 0; i < paths_.size(); ++i) {
    const std::string& path = paths_[i];
    if (i == 0 || !can_be_opened_again(path)) {
      open_[i] = open_cdx(path);
      header_.add(*open_[i]);
    } else {
      header_.add(CdxLines(
          path, lines::lines_of(open_bytes(path, kHeadBlock, 1, kHeadRoom))));
    }
  }
}

bool JoinedCdx::open_next() {
  file_.reset();
  if (next_path_ == paths_.size()) return false;
  size_t i = next_path_++;
  file_ = open_[i] != nullptr ? std::move(open_[i]) : open_cdx(paths_[i]);
  header_.add(*file_);
  kind_known_ = false;
  return true;
}

bool JoinedCdx::next_of_file(std::string_view& line) {
  if (file_ == nullptr || !file_->next(line)) return false;
  if (!kind_known_) kind_known_ = header_.check_key(file_->name(), line);
  ++count_;
  return true;
}

bool JoinedCdx::next(std::string_view& line) {
  while (!next_of_file(line)) {
    if (!open_next()) return false;
  }
  return true;
}

}  // namespace wax::cdx
