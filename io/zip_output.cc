#include "io/zip_output.h"

#include <algorithm>

#include "io/crc32.h"
#include "io/patched_output.h"

namespace wax::io {
namespace {

constexpr uint64_t kIn64Bits = 0xffffffff;
constexpr uint16_t kVersion = 45;          // has zip64
constexpr uint16_t kUtf8 = 1 << 11;        // the name
constexpr uint16_t kSizesFollow = 1 << 3;  // the bytes
constexpr size_t kMostOfZipEntry = size_t{1} << 20;
// Ids of extra fields. The second one is filling (APPNOTE.TXT, 4.6.10).
constexpr uint16_t kZip64 = 1;
constexpr uint16_t kGrowthHint = 0xa220;
constexpr uint16_t kGrowthSignature = 0xa028;
// 1980-01-01, the first day that there is.
constexpr uint32_t kTime = 1 << 21 | 1 << 16;

void append(uint64_t value, size_t size, std::string& out) {
  for (size_t i = 0; i < size; ++i) {
    out += static_cast<char>(value >> 8 * i & 0xff);
  }
}

uint64_t in_32_bits(uint64_t value) { return std::min(value, kIn64Bits); }

// In the directory; the extra field of the header has as many bytes, because
// some readers take its length from the directory. Sizes stand in 64 bits.
std::string extra_field(uint64_t size, uint64_t offset) {
  const bool is_far = offset >= kIn64Bits;
  std::string extra;
  append(kZip64, 2, extra);
  append(is_far ? 24 : 16, 2, extra);
  append(size, 8, extra);
  append(size, 8, extra);
  if (is_far) append(offset, 8, extra);
  return extra;
}

// The field of the header.
std::string extra_field_before(uint64_t size, uint64_t offset) {
  std::string extra = extra_field(size, 0);
  if (offset < kIn64Bits) return extra;
  append(kGrowthHint, 2, extra);
  append(4, 2, extra);
  append(kGrowthSignature, 2, extra);
  append(0, 2, extra);
  return extra;
}

// APPNOTE.TXT 6.3.10 of PKWARE, 4.3.7, 4.5.3.
std::string header_of(std::string_view name, uint64_t offset, uint64_t size,
                      uint32_t crc, bool sizes_follow) {
  std::string header = "PK\3\4";
  append(kVersion, 2, header);
  append(sizes_follow ? kUtf8 | kSizesFollow : kUtf8, 2, header);
  append(0, 2, header);  // stored
  append(kTime, 4, header);
  append(sizes_follow ? 0 : crc, 4, header);
  append(kIn64Bits, 4, header);
  append(kIn64Bits, 4, header);
  const std::string extra = extra_field_before(sizes_follow ? 0 : size, offset);
  append(name.size(), 2, header);
  append(extra.size(), 2, header);
  return header.append(name).append(extra);
}

}  // namespace

void ZipOutput::put(std::string_view bytes) {
  output_->write(bytes);
  written_ += bytes.size();
}

void ZipOutput::begin(std::string_view name) {
  end_entry();
  is_open_ = waits_ = true;
  entries_.push_back({std::string(name), written_});
}

void ZipOutput::write(std::string_view bytes) {
  Entry& entry = entries_.back();
  entry.crc = crc32(bytes, entry.crc);
  entry.size += bytes.size();
  if (waits_ && entry.size <= kMostOfZipEntry) {
    waiting_ += bytes;
    return;
  }
  put_waiting();
  put(bytes);
}

void ZipOutput::flush() {
  if (is_open_) put_waiting();
  output_->flush();
}

// What waits, before its sizes are known.
void ZipOutput::put_waiting() {
  if (!waits_) return;
  waits_ = false;
  Entry& entry = entries_.back();
  entry.sizes_follow = true;
  put(header_of(entry.name, entry.offset, 0, 0, true));
  put(waiting_);
  waiting_.clear();
}

void ZipOutput::end_entry() {
  if (!is_open_) return;
  is_open_ = false;
  Entry& entry = entries_.back();
  const std::string header =
      header_of(entry.name, entry.offset, entry.size, entry.crc, false);
  if (waits_) {
    waits_ = false;
    put(header);
    put(waiting_);
    waiting_.clear();
    return;
  }
  entry.sizes_follow = !patch_output(*output_, entry.offset, header);
  if (!entry.sizes_follow) return;
  std::string after = "PK\7\10";
  append(entry.crc, 4, after);
  append(entry.size, 8, after);
  append(entry.size, 8, after);
  put(after);
}

void ZipOutput::finish() {
  end_entry();
  const uint64_t directory = written_;
  std::string row;
  for (const Entry& entry : entries_) {
    const std::string extra = extra_field(entry.size, entry.offset);
    row = "PK\1\2";
    append(kVersion, 2, row);
    append(kVersion, 2, row);
    append(entry.sizes_follow ? kUtf8 | kSizesFollow : kUtf8, 2, row);
    append(0, 2, row);
    append(kTime, 4, row);
    append(entry.crc, 4, row);
    append(kIn64Bits, 4, row);
    append(kIn64Bits, 4, row);
    append(entry.name.size(), 2, row);
    append(extra.size(), 2, row);
    row.append(10, 0);  // comment, disk, attributes
    append(in_32_bits(entry.offset), 4, row);
    row.append(entry.name).append(extra);
    put(row);
  }
  const uint64_t size = written_ - directory;
  std::string end;
  if (directory >= kIn64Bits || size >= kIn64Bits || entries_.size() > 0xfffe) {
    const uint64_t end64 = written_;
    end = "PK\6\6";
    append(44, 8, end);
    append(kVersion, 2, end);
    append(kVersion, 2, end);
    append(0, 8, end);  // disks
    append(entries_.size(), 8, end);
    append(entries_.size(), 8, end);
    append(size, 8, end);
    append(directory, 8, end);
    end += "PK\6\7";
    append(0, 4, end);
    append(end64, 8, end);
    append(1, 4, end);
  }
  end += "PK\5\6";
  append(0, 4, end);
  const uint64_t count = std::min<uint64_t>(entries_.size(), 0xffff);
  append(count, 2, end);
  append(count, 2, end);
  append(in_32_bits(size), 4, end);
  append(in_32_bits(directory), 4, end);
  append(0, 2, end);
  put(end);
}

}  // namespace wax::io
