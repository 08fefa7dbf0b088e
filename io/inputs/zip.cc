#include "io/inputs/zip.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/crc32.h"
#include "io/error.h"

namespace wax::io {
namespace {

constexpr size_t kEndSize = 22;
constexpr size_t kLocalSize = 30;
constexpr size_t kCentralSize = 46;
constexpr uint32_t kAbsent32 = 0xffffffff;

// A little-endian number of `size` bytes.
uint64_t number(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i > 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i - 1]);
  }
  return value;
}

std::string_view bytes_at(FileSource& zip, uint64_t offset, size_t size,
                          const char* what) {
  std::string_view bytes;
  if (zip.seek(offset)) bytes = zip.peek(size);
  if (bytes.size() < size) {
    throw FormatError(zip.path(), offset,
                      std::string("the zip file ends in its ") + what);
  }
  return bytes;
}

struct Directory {
  uint64_t offset = 0;  // in the file, bytes before the zip counted
  uint64_t size = 0;
  uint64_t shift = 0;  // bytes before the zip
};

// Where the end record lies: it may have a comment of up to 64 KiB after it.
uint64_t find_end(FileSource& zip, uint64_t file_size) {
  constexpr uint64_t kFarthest = kEndSize + 0xffff;
  uint64_t from = file_size - std::min(file_size, kFarthest);
  auto size = static_cast<size_t>(file_size - from);
  std::string_view bytes = bytes_at(zip, from, size, "last bytes");
  bytes = bytes.substr(0, size);
  for (size_t at = bytes.rfind("PK\5\6"); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : bytes.rfind("PK\5\6", at - 1)) {
    if (size - at >= kEndSize &&
        number(bytes, at + 20, 2) <= size - at - kEndSize) {
      return from + at;
    }
  }
  throw FormatError(
      zip.path(), file_size,
      "the zip file has no end record; it is truncated or damaged");
}

Directory find_directory(FileSource& zip) {
  uint64_t file_size = 0;
  if (zip.peek().empty() || !zip.size(file_size)) {
    throw FormatError(zip.path(), 0, "a zip file cannot be read from a pipe");
  }
  uint64_t end = find_end(zip, file_size);
  std::string_view record = bytes_at(zip, end, kEndSize, "end record");
  Directory directory;
  directory.size = number(record, 12, 4);
  directory.offset = number(record, 16, 4);
  uint64_t disks = number(record, 4, 2) | number(record, 6, 2);
  bool large = number(record, 10, 2) == 0xffff || directory.size == kAbsent32 ||
               directory.offset == kAbsent32;
  constexpr size_t kLocator = 20;
  if (large && end >= kLocator) {
    std::string_view locator =
        bytes_at(zip, end - kLocator, kLocator, "zip64 locator");
    if (locator.starts_with("PK\6\7")) {
      uint64_t at = number(locator, 8, 8);
      record = bytes_at(zip, at, 56, "zip64 end record");
      if (!record.starts_with("PK\6\6")) {
        throw FormatError(zip.path(), at, "there is no zip64 end record here");
      }
      disks = number(record, 16, 4) | number(record, 20, 4);
      directory.size = number(record, 40, 8);
      directory.offset = number(record, 48, 8);
      end = at;
    }
  }
  if (disks != 0 && disks != 0xffff) {
    throw FormatError(zip.path(), end,
                      "zip files of several volumes cannot be read");
  }
  if (directory.size > end || directory.offset > end - directory.size) {
    throw FormatError(zip.path(), end,
                      "the directory of the zip file is outside the file");
  }
  directory.shift = end - directory.size - directory.offset;
  directory.offset += directory.shift;
  return directory;
}

// Sizes and offset that do not fit into 32 bits stand in an extra field, only
// those, in this order.
void read_zip64(std::string_view extra, ZipEntry& entry) {
  while (extra.size() >= 4) {
    uint64_t id = number(extra, 0, 2);
    uint64_t size = std::min<uint64_t>(number(extra, 2, 2), extra.size() - 4);
    std::string_view values = extra.substr(4, static_cast<size_t>(size));
    extra.remove_prefix(4 + values.size());
    if (id != 1) continue;
    for (uint64_t* field :
         {&entry.size, &entry.stored_size, &entry.header_offset}) {
      if (*field != kAbsent32 || values.size() < 8) continue;
      *field = number(values, 0, 8);
      values.remove_prefix(8);
    }
  }
}

void mark_overlaps(std::vector<ZipEntry>& entries) {
  std::vector<ZipEntry*> by_offset;
  by_offset.reserve(entries.size());
  for (ZipEntry& entry : entries) by_offset.push_back(&entry);
  std::stable_sort(by_offset.begin(), by_offset.end(),
                   [](const ZipEntry* a, const ZipEntry* b) {
                     return a->header_offset < b->header_offset;
                   });
  uint64_t end = 0;
  for (ZipEntry* entry : by_offset) {
    entry->overlaps = entry->header_offset < end;
    const uint64_t size = kLocalSize + entry->stored_size;
    // What states more bytes than a file can have ends nowhere.
    if (size < kLocalSize || size > UINT64_MAX - entry->header_offset) continue;
    end = std::max(end, entry->header_offset + size);
  }
}

// A part of another file.
class StoredEntry final : public FileSource {
 public:
  StoredEntry(std::unique_ptr<FileSource> zip, uint64_t start, uint64_t size,
              std::string path)
      : zip_(std::move(zip)),
        start_(start),
        size_(size),
        path_(std::move(path)) {}

  std::string_view peek(size_t at_least) override {
    uint64_t left = size_ - offset();
    std::string_view bytes =
        zip_->peek(static_cast<size_t>(std::min<uint64_t>(at_least, left)));
    return bytes.substr(
        0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), left)));
  }
  void consume(size_t n) override { zip_->consume(n); }
  const std::string& path() const override { return path_; }
  uint64_t offset() const override { return zip_->offset() - start_; }
  bool size(uint64_t& bytes) const override {
    bytes = size_;
    return true;
  }
  bool seek(uint64_t offset) override {
    return offset <= size_ && zip_->seek(start_ + offset);
  }
  bool seeks_back() const override { return zip_->seeks_back(); }

 private:
  std::unique_ptr<FileSource> zip_;
  uint64_t start_;
  uint64_t size_;
  std::string path_;
};

class DeflatedEntry final : public FileSource {
 public:
  DeflatedEntry(std::unique_ptr<FileSource> zip, const ZipEntry& entry,
                std::string path)
      : zip_(std::move(zip)),
        left_(entry.stored_size),
        size_(entry.size),
        crc_(entry.crc),
        path_(std::move(path)),
        buffer_(kBlock) {
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~DeflatedEntry() override { inflateEnd(&stream_); }
  DeflatedEntry(const DeflatedEntry&) = delete;
  DeflatedEntry& operator=(const DeflatedEntry&) = delete;

  std::string_view peek(size_t at_least) override {
    while (end_ - begin_ < at_least && !done_) inflate_more(at_least);
    if (begin_ == end_ && !fault_.empty()) throw IoError(path_, fault_);
    return {buffer_.data() + begin_, end_ - begin_};
  }
  void consume(size_t n) override {
    begin_ += n;
    offset_ += n;
  }
  const std::string& path() const override { return path_; }
  uint64_t offset() const override { return offset_; }
  bool size(uint64_t& bytes) const override {
    bytes = size_;
    return true;
  }
  bool seeks_back() const override { return false; }
  bool seek(uint64_t offset) override {
    if (offset < offset_) {
      if (offset_ - offset > begin_) return false;
      begin_ -= static_cast<size_t>(offset_ - offset);
      offset_ = offset;
      return true;
    }
    if (offset > size_) return false;
    skip(*this, offset - offset_);
    return offset_ == offset;
  }

 private:
  static constexpr size_t kBlock = 256 * 1024;

  void make_room(size_t at_least) {
    // Half of the buffer stays for going back.
    if (end_ == buffer_.size() && begin_ > buffer_.size() / 2) {
      size_t dropped = begin_ - buffer_.size() / 4;
      std::memmove(buffer_.data(), buffer_.data() + dropped, end_ - dropped);
      begin_ -= dropped;
      end_ -= dropped;
    }
    size_t least = std::max(begin_ + at_least, end_ + 1);
    if (buffer_.size() < least) buffer_.resize(least + kBlock);
  }

  void inflate_more(size_t at_least) {
    make_room(at_least);
    std::string_view in = zip_->peek();
    in =
        in.substr(0, static_cast<size_t>(std::min<uint64_t>(in.size(), left_)));
    in = in.substr(0, 1 << 30);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data() + end_);
    size_t room = std::min<size_t>(buffer_.size() - end_, 1 << 30);
    stream_.avail_out = static_cast<uInt>(room);
    int code = inflate(&stream_, Z_NO_FLUSH);
    size_t consumed = in.size() - stream_.avail_in;
    size_t produced = room - stream_.avail_out;
    sum_ = crc32({buffer_.data() + end_, produced}, sum_);
    zip_->consume(consumed);
    left_ -= consumed;
    end_ += produced;
    total_ += produced;
    if (total_ > size_) {
      end_ -= static_cast<size_t>(total_ - size_);
      done_ = true;
      fault_ = "the zip entry is longer than the zip directory states";
    } else if (code == Z_STREAM_END) {
      done_ = true;
      if (total_ < size_) {
        fault_ = "the zip entry is shorter than the zip directory states";
      } else if (sum_ != crc_) {
        fault_ = "the checksum of this zip entry is wrong";
      }
    } else if (code != Z_OK && (code != Z_BUF_ERROR || in.empty())) {
      done_ = true;
      fault_ = in.empty() ? "the zip entry ends too early"
                          : "damaged deflate data in this zip entry";
    }
  }

  std::unique_ptr<FileSource> zip_;
  uint64_t left_;
  uint64_t size_;
  uint32_t crc_;
  std::string path_;
  std::vector<char> buffer_;
  z_stream stream_{};
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t offset_ = 0;
  uint64_t total_ = 0;  // bytes inflated
  uint32_t sum_ = 0;
  bool done_ = false;
  std::string fault_;
};

}  // namespace

std::vector<ZipEntry> read_zip_directory(FileSource& zip) {
  Directory directory = find_directory(zip);
  std::vector<ZipEntry> entries;
  uint64_t end = directory.offset + directory.size;
  for (uint64_t at = directory.offset; at < end;) {
    constexpr const char* kWhat = "directory";
    std::string_view header = bytes_at(zip, at, kCentralSize, kWhat);
    if (!header.starts_with("PK\1\2")) {
      throw FormatError(zip.path(), at,
                        "there is no entry of a zip directory here");
    }
    size_t name = number(header, 28, 2);
    size_t extra = number(header, 30, 2);
    size_t whole = kCentralSize + name + extra + number(header, 32, 2);
    header = bytes_at(zip, at, whole, kWhat);
    ZipEntry entry;
    entry.name = header.substr(kCentralSize, name);
    entry.encrypted = (number(header, 8, 2) & 1) != 0;
    entry.method = static_cast<uint16_t>(number(header, 10, 2));
    entry.crc = static_cast<uint32_t>(number(header, 16, 4));
    entry.stored_size = number(header, 20, 4);
    entry.size = number(header, 24, 4);
    entry.header_offset = number(header, 42, 4);
    read_zip64(header.substr(kCentralSize + name, extra), entry);
    entry.header_offset += directory.shift;
    at += whole;
    if (!entry.name.ends_with('/')) entries.push_back(std::move(entry));
  }
  mark_overlaps(entries);
  return entries;
}

std::unique_ptr<FileSource> open_zip_entry(std::unique_ptr<FileSource> zip,
                                           const ZipEntry& entry,
                                           std::string path) {
  std::string_view header =
      bytes_at(*zip, entry.header_offset, kLocalSize, "local header");
  auto fail = [&](const std::string& text) {
    throw FormatError(path, entry.header_offset, text);
  };
  if (!header.starts_with("PK\3\4")) fail("there is no zip entry here");
  if (entry.encrypted) fail("the zip entry is encrypted");
  if (entry.overlaps) fail("the zip entry overlaps another one");
  uint64_t start = entry.header_offset + kLocalSize + number(header, 26, 2) +
                   number(header, 28, 2);
  uint64_t file_size = 0;
  if (!zip->size(file_size) || start > file_size ||
      entry.stored_size > file_size - start || !zip->seek(start)) {
    fail("the zip entry extends beyond the end of the file");
  }
  if (entry.method == 8) {
    return std::make_unique<DeflatedEntry>(std::move(zip), entry,
                                           std::move(path));
  }
  if (entry.method != 0 || entry.size != entry.stored_size) {
    fail("the zip entry is compressed by method " +
         std::to_string(entry.method) + ", which is not supported");
  }
  return std::make_unique<StoredEntry>(std::move(zip), start, entry.size,
                                       std::move(path));
}

}  // namespace wax::io
