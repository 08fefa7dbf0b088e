#include "io/zip_output.h"

#include <algorithm>

#include "io/crc32.h"

namespace wax::io {
namespace {

constexpr uint64_t kIn64Bits = 0xffffffff;
constexpr uint16_t kVersion = 45;  // has zip64
// Sizes follow the bytes; the name is UTF-8.
constexpr uint16_t kFlags = 1 << 3 | 1 << 11;
constexpr uint16_t kZip64 = 1;  // the id of an extra field
// 1980-01-01, the first day that there is.
constexpr uint32_t kTime = 1 << 21 | 1 << 16;

void append(uint64_t value, size_t size, std::string& out) {
  for (size_t i = 0; i < size; ++i) {
    out += static_cast<char>(value >> 8 * i & 0xff);
  }
}

uint64_t in_32_bits(uint64_t value) { return std::min(value, kIn64Bits); }

}  // namespace

void ZipOutput::put(std::string_view bytes) {
  output_->write(bytes);
  written_ += bytes.size();
}

// APPNOTE.TXT 6.3.10 of PKWARE, 4.3.7, 4.5.3.
void ZipOutput::begin(std::string_view name) {
  end_entry();
  is_open_ = true;
  entries_.push_back({std::string(name), written_, 0, 0});
  std::string header = "PK\3\4";
  append(kVersion, 2, header);
  append(kFlags, 2, header);
  append(0, 2, header);  // stored
  append(kTime, 4, header);
  append(0, 4, header);
  append(kIn64Bits, 4, header);
  append(kIn64Bits, 4, header);
  append(name.size(), 2, header);
  append(20, 2, header);
  header += name;
  append(kZip64, 2, header);
  append(16, 2, header);
  header.append(16, 0);
  put(header);
}

void ZipOutput::write(std::string_view bytes) {
  Entry& entry = entries_.back();
  entry.crc = crc32(bytes, entry.crc);
  entry.size += bytes.size();
  put(bytes);
}

void ZipOutput::end_entry() {
  if (!is_open_) return;
  is_open_ = false;
  std::string after = "PK\7\10";
  append(entries_.back().crc, 4, after);
  append(entries_.back().size, 8, after);
  append(entries_.back().size, 8, after);
  put(after);
}

void ZipOutput::finish() {
  end_entry();
  const uint64_t directory = written_;
  std::string row;
  for (const Entry& entry : entries_) {
    std::string extra;
    if (entry.size >= kIn64Bits) {
      append(entry.size, 8, extra);
      append(entry.size, 8, extra);
    }
    if (entry.offset >= kIn64Bits) append(entry.offset, 8, extra);
    row = "PK\1\2";
    append(kVersion, 2, row);
    append(kVersion, 2, row);
    append(kFlags, 2, row);
    append(0, 2, row);
    append(kTime, 4, row);
    append(entry.crc, 4, row);
    append(in_32_bits(entry.size), 4, row);
    append(in_32_bits(entry.size), 4, row);
    append(entry.name.size(), 2, row);
    append(extra.empty() ? 0 : extra.size() + 4, 2, row);
    row.append(10, 0);  // comment, disk, attributes
    append(in_32_bits(entry.offset), 4, row);
    row += entry.name;
    if (!extra.empty()) {
      append(kZip64, 2, row);
      append(extra.size(), 2, row);
      row += extra;
    }
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
