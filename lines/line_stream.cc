#include "lines/line_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace wax::lines {
namespace {

constexpr size_t kBlock = 256 * 1024;

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

class MadeLines final : public LineStream {
 public:
  explicit MadeLines(std::function<bool(std::string&)> make)
      : make_(std::move(make)) {}

  bool next(std::string_view& line) override {
    line_.clear();
    if (!make_(line_)) return false;
    line = line_;
    return true;
  }

 private:
  std::function<bool(std::string&)> make_;
  std::string line_;
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

std::unique_ptr<LineStream> lines_of(std::unique_ptr<io::ByteSource> source) {
  return std::make_unique<SourceLines>(std::move(source));
}

std::unique_ptr<LineStream> lines_of(std::string_view bytes) {
  return lines_of(std::make_unique<io::MemorySource>(bytes));
}

uint64_t copy_below(const std::function<std::string()>& head, LineStream& lines,
                    io::Output& output) {
  std::string_view first;
  bool any = lines.next(first);
  output.write(head());
  if (!any) return 0;
  output.write(first);
  output.write("\n");
  return 1 + lines.copy_to(output);
}

LineError::LineError(std::string_view file, uint64_t line,
                     std::string_view text)
    : Error(std::string(file) + ": line " + std::to_string(line) + ": " +
            std::string(text)) {}

std::unique_ptr<LineStream> made_lines(
    std::function<bool(std::string& line)> make) {
  return std::make_unique<MadeLines>(std::move(make));
}

}  // namespace wax::lines
