#include "lines/run_file.h"

#include <fcntl.h>
#include <lz4.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "io/error.h"

namespace wax::lines {
namespace {

class RunBlocks final : public BlockSource {
 public:
  RunBlocks(std::shared_ptr<const RunFile> file, Run run, bool release,
            size_t size)
      : file_(std::move(file)),
        run_(std::move(run)),
        release_(release),
        size_(size) {}

  bool next(LineBlock& block) override {
    block.lines.clear();
    size_t used = 0;
    size_t before = 0;  // where the last line begins
    while (used + block.lines.size() * sizeof(LineEntry) < size_ &&
           (at_ < end_ || fill())) {
      uint64_t head = number();
      uint64_t rest = number();
      // Where the bytes are that the line does not share, or zeros.
      size_t shared =
          head == 0 ? before_size_ : (static_cast<size_t>(head) - 1) * 4;
      size_t size = shared + static_cast<size_t>(rest);
      block.reserve(used, used + size + 1, size_);
      char* to = block.text.get() + used;
      size_t same = std::min(shared, before_size_);
      std::memcpy(to, used == 0 ? before_.data() : block.text.get() + before,
                  same);
      std::memset(to + same, 0, (head == 0 ? size : shared) - same);
      if (head != 0) copy(to + shared, size - shared);
      to[size] = '\n';
      LineCode code = head == 0 ? kSameLine : code_at({to, size}, shared / 4);
      block.add(code, used, size);
      before = used;
      before_size_ = size;
      used += size + 1;
    }
    if (used == 0) return false;
    before_.assign(block.text.get() + before, before_size_);
    return true;
  }

 private:
  bool fill() {
    if (next_part_ == run_.parts.size()) return false;
    const Run::Part& part = run_.parts[next_part_++];
    file_->read(part, buffer_);
    if (release_) file_->release(part);
    at_ = buffer_.data();
    end_ = at_ + part.size;
    return true;
  }

  void need() {
    // Cannot be: a run has what its writer put there.
    if (at_ == end_ && !fill()) throw Error("a sort run ends too early");
  }

  uint64_t number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      need();
      auto byte = static_cast<uint8_t>(*at_++);
      value |= uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) break;
    }
    return value;
  }

  void copy(char* to, size_t n) {
    while (n > 0) {
      need();
      size_t part = std::min(n, static_cast<size_t>(end_ - at_));
      std::memcpy(to, at_, part);
      at_ += part;
      to += part;
      n -= part;
    }
  }

  std::shared_ptr<const RunFile> file_;
  Run run_;
  bool release_;
  size_t size_;
  size_t next_part_ = 0;
  std::vector<char> buffer_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::string before_;  // the last line of the block before
  size_t before_size_ = 0;
};

}  // namespace

Run::Part RunFile::append(std::string_view bytes) {
  if (is_slow()) {
    auto size = static_cast<int>(bytes.size());
    int room = ::LZ4_compressBound(size);
    auto compressed = std::make_unique_for_overwrite<char[]>(room);
    int stored =
        ::LZ4_compress_default(bytes.data(), compressed.get(), size, room);
    if (stored > 0 && stored < size) {
      auto length = static_cast<size_t>(stored);
      return {write({compressed.get(), length}), length, bytes.size()};
    }
  }
  return {write(bytes), bytes.size(), bytes.size()};
}

bool RunFile::is_slow() {
  std::lock_guard lock(mutex_);
  return written_ < static_cast<double>(fast_disk_) * seconds_;
}

// Where the bytes went.
uint64_t RunFile::write(std::string_view bytes) {
  using Clock = std::chrono::steady_clock;
  constexpr double kRecent = 256 << 20;
  auto begin = Clock::now();
  auto size = static_cast<double>(bytes.size());
  uint64_t offset = end_.fetch_add(bytes.size());
  file_.write(bytes, offset);
  std::chrono::duration<double> took = Clock::now() - begin;
  std::lock_guard lock(mutex_);
  written_ += size;
  seconds_ += took.count();
  if (written_ > kRecent) {
    written_ /= 2;
    seconds_ /= 2;
  }
  return offset;
}

void RunFile::read(const Run::Part& part, std::vector<char>& bytes) const {
  bool compressed = part.stored < part.size;
  // Compressed bytes come after the room for what they are decompressed to.
  size_t begin = compressed ? part.size : 0;
  if (bytes.size() < begin + part.stored) bytes.resize(begin + part.stored);
  char* to = bytes.data() + begin;
  file_.read(to, part.stored, part.offset);
  if (!compressed) return;
  int size =
      ::LZ4_decompress_safe(to, bytes.data(), static_cast<int>(part.stored),
                            static_cast<int>(part.size));
  if (size < 0 || static_cast<size_t>(size) != part.size) {
    throw Error("a part of a sort run cannot be decompressed");
  }
}

void RunFile::release(const Run::Part& part) const {
  (void)::fallocate(
      file_.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
      static_cast<off_t>(part.offset), static_cast<off_t>(part.stored));
}

RunWriter::RunWriter(RunFile& file, size_t block)
    : file_(&file), block_(block) {
  buffer_.reserve(block);
}

void RunWriter::add(std::string_view line, LineCode code) {
  if (code == kSameLine) {
    put_number(0);
    put_number(line.size() - line_size_);
  } else {
    size_t shared = word_of(code) * 4;
    put_number(shared / 4 + 1);
    put_number(line.size() - shared);
    put(line.substr(shared));
  }
  line_size_ = line.size();
}

void RunWriter::put(std::string_view bytes) {
  while (buffer_.size() + bytes.size() > block_) {
    size_t part = block_ - buffer_.size();
    buffer_.append(bytes.substr(0, part));
    bytes.remove_prefix(part);
    flush();
  }
  buffer_.append(bytes);
}

void RunWriter::put_number(uint64_t number) {
  char bytes[10];
  size_t n = 0;
  for (; number >= 0x80; number >>= 7) {
    bytes[n++] = static_cast<char>(number | 0x80);
  }
  bytes[n++] = static_cast<char>(number);
  put({bytes, n});
}

void RunWriter::flush() {
  if (buffer_.empty()) return;
  run_.parts.push_back(file_->append(buffer_));
  buffer_.clear();
}

Run RunWriter::finish() {
  flush();
  line_size_ = 0;
  return std::move(run_);
}

std::unique_ptr<BlockSource> read_run(std::shared_ptr<const RunFile> file,
                                      Run run, bool release, size_t size) {
  return std::make_unique<RunBlocks>(std::move(file), std::move(run), release,
                                     size);
}

}  // namespace wax::lines
