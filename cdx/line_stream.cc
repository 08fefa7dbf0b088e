#include "cdx/line_stream.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "warc/io/error.h"

namespace wax::cdx {
namespace {

constexpr size_t kBlock = 256 * 1024;

// What the members of a gzip file unpack to, one after another.
class GzipSource final : public io::ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<io::FileSource> file)
      : file_(std::move(file)), buffer_(kBlock) {
    if (inflateInit2(&z_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&z_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::string_view peek(size_t at_least) override {
    while (end_ - begin_ < at_least && !at_end_) fill(at_least);
    return {buffer_.data() + begin_, end_ - begin_};
  }

  void consume(size_t n) override { begin_ += n; }

 private:
  void fill(size_t at_least) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (end_ == buffer_.size() || buffer_.size() < at_least) {
      buffer_.resize(std::max(buffer_.size() * 2, at_least));
    }
    std::string_view in = file_->peek();
    if (!in_member_ && !begin_member(in)) return;
    if (in.empty()) fail("the gzip file is truncated");
    z_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    z_.avail_in = static_cast<uInt>(std::min<size_t>(in.size(), 1U << 30));
    auto room =
        static_cast<uInt>(std::min<size_t>(buffer_.size() - end_, 1U << 30));
    uInt given = z_.avail_in;
    z_.next_out = reinterpret_cast<Bytef*>(buffer_.data() + end_);
    z_.avail_out = room;
    int result = inflate(&z_, Z_NO_FLUSH);
    end_ += room - z_.avail_out;
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      fail(z_.msg != nullptr ? z_.msg : "bad gzip data");
    }
    file_->consume(given - z_.avail_in);
    if (result == Z_STREAM_END) in_member_ = false;
  }

  // False at the end of the file. Zeros behind the last member are padding.
  bool begin_member(std::string_view in) {
    while (!in.empty() && in[0] == '\0' && members_ > 0) {
      file_->consume(std::min(in.find_first_not_of('\0'), in.size()));
      in = file_->peek();
      if (!in.empty() && in[0] != '\0') fail("no gzip member after zeros");
    }
    if (in.empty()) {
      at_end_ = true;
      return false;
    }
    if (in[0] != '\x1f') fail("no gzip member here");
    inflateReset(&z_);
    ++members_;
    in_member_ = true;
    return true;
  }

  [[noreturn]] void fail(std::string_view text) {
    throw FormatError(file_->path(), file_->offset(), text);
  }

  std::unique_ptr<io::FileSource> file_;
  z_stream z_{};
  std::vector<char> buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t members_ = 0;
  bool in_member_ = false;
  bool at_end_ = false;
};

std::string_view without_return(const char* begin, const char* end) {
  if (end > begin && end[-1] == '\r') --end;
  return {begin, static_cast<size_t>(end - begin)};
}

class SourceLines final : public LineStream {
 public:
  explicit SourceLines(std::unique_ptr<io::ByteSource> source)
      : source_(std::move(source)) {}

  bool next(std::string_view& line) override {
    size_t scanned = 0;
    while (true) {
      const char* begin = bytes_.data() + begin_;
      size_t left = bytes_.size() - begin_;
      const void* found =
          left > scanned ? std::memchr(begin + scanned, '\n', left - scanned)
                         : nullptr;
      if (found != nullptr) {
        const char* end = static_cast<const char*>(found);
        line = without_return(begin, end);
        begin_ += static_cast<size_t>(end - begin) + 1;
        return true;
      }
      scanned = left;
      source_->consume(begin_);
      begin_ = 0;
      bytes_ = source_->peek(left + 1);
      if (bytes_.size() > left) continue;
      if (left == 0) return false;
      line = bytes_;
      begin_ = left;
      return true;
    }
  }

 private:
  std::unique_ptr<io::ByteSource> source_;
  std::string_view bytes_;  // what the source showed last
  size_t begin_ = 0;        // of the next line in it
};

}  // namespace

uint64_t LineStream::copy_to(io::Output& output) {
  std::string block;
  block.reserve(kBlock);
  uint64_t count = 0;
  std::string_view line;
  while (next(line)) {
    if (block.size() + line.size() + 1 > kBlock && !block.empty()) {
      output.write(block);
      block.clear();
    }
    block.append(line);
    block += '\n';
    ++count;
  }
  output.write(block);
  return count;
}

std::unique_ptr<io::ByteSource> open_bytes(const std::string& path,
                                           size_t block) {
  std::unique_ptr<io::FileSource> file = io::open_file(path, block);
  if (!file->peek(2).starts_with("\x1f\x8b")) return file;
  return std::make_unique<GzipSource>(std::move(file));
}

std::unique_ptr<LineStream> open_lines(const std::string& path) {
  return lines_of(open_bytes(path));
}

std::unique_ptr<LineStream> lines_of(std::unique_ptr<io::ByteSource> source) {
  return std::make_unique<SourceLines>(std::move(source));
}

std::unique_ptr<LineStream> lines_of(std::string_view bytes) {
  return lines_of(std::make_unique<io::MemorySource>(bytes));
}

}  // namespace wax::cdx
