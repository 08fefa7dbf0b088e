#include "document/formats/compound_file.h"

#include <algorithm>
#include <functional>

#include "document/charset/charset.h"
#include "document/formats/document_builder.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

constexpr size_t kHeader = 512;
constexpr size_t kInHeader = 109;           // entries of the table of tables
constexpr uint32_t kNoSector = 0xFFFFFFFA;  // and all above
constexpr uint32_t kNoEntry = 0xFFFFFFFF;
constexpr size_t kDirectoryEntry = 128;
constexpr uint64_t kMiniCutoff = 4096;

// The name of a directory's entry; other letters than ASCII's become "?".
std::string entry_name(std::string_view entry) {
  const size_t size = std::min<size_t>(u16_at(entry, 64), 64);
  std::string name;
  for (size_t i = 0; i + 2 < size; i += 2) {
    const uint16_t unit = u16_at(entry, i);
    name += unit < 0x80 ? static_cast<char>(unit) : '?';
  }
  return name;
}

std::string lower_of(std::string_view name) {
  std::string lower(name);
  text::lower_case(lower);
  return lower;
}

}  // namespace

uint16_t u16_at(std::string_view bytes, size_t at) {
  if (at >= bytes.size() || bytes.size() - at < 2) return 0;
  return static_cast<uint16_t>(static_cast<unsigned char>(bytes[at]) |
                               static_cast<unsigned char>(bytes[at + 1]) << 8);
}

uint32_t u32_at(std::string_view bytes, size_t at) {
  if (at >= bytes.size() || bytes.size() - at < 4) return 0;
  return u16_at(bytes, at) | uint32_t{u16_at(bytes, at + 2)} << 16;
}

std::string from_utf16(std::string_view bytes) {
  std::string buffer;
  return std::string(to_utf8(bytes, "utf-16le", buffer));
}

std::string from_windows_1252(std::string_view bytes) {
  std::string buffer;
  return std::string(to_utf8(bytes, "windows-1252", buffer));
}

CompoundFile::CompoundFile(std::string_view bytes) : bytes_(bytes) {
  const uint16_t shift = u16_at(bytes, 0x1E);
  const uint16_t mini_shift = u16_at(bytes, 0x20);
  if (bytes.size() < kHeader || (shift != 9 && shift != 12) ||
      mini_shift != 6) {
    throw Unreadable{NoText::kDamaged, "this is no whole compound file"};
  }
  sector_size_ = size_t{1} << shift;
  mini_size_ = size_t{1} << mini_shift;
  sectors_ = bytes.size() / sector_size_;
  read_tables();
  read_directory();
}

// The last sector of a file may be cut.
std::string_view CompoundFile::sector(uint32_t number) const {
  const uint64_t at = (uint64_t{number} + 1) * sector_size_;
  return at < bytes_.size() ? bytes_.substr(at, sector_size_)
                            : std::string_view();
}

uint32_t CompoundFile::next(uint32_t number) const {
  const size_t each = sector_size_ / 4;
  if (number / each >= fat_.size()) return kNoEntry;
  const std::string_view table = sector(fat_[number / each]);
  const size_t at = number % each * 4;
  return at + 4 <= table.size() ? u32_at(table, at) : kNoEntry;
}

void CompoundFile::read_tables() {
  const size_t each = sector_size_ / 4;
  const size_t most = sectors_ / each + 1;
  auto add = [&](uint32_t number) {
    if (number < kNoSector && fat_.size() < most) fat_.push_back(number);
  };
  for (size_t i = 0; i < kInHeader; ++i) add(u32_at(bytes_, 0x4C + 4 * i));
  uint32_t more = u32_at(bytes_, 0x44);
  for (size_t left = most; left > 0 && more < kNoSector; --left) {
    const std::string_view table = sector(more);
    if (table.size() < sector_size_) break;
    for (size_t i = 0; i + 1 < each; ++i) add(u32_at(table, 4 * i));
    more = u32_at(table, 4 * (each - 1));
  }
}

std::string CompoundFile::chain(uint32_t first, uint64_t size) {
  std::string bytes;
  uint64_t left = std::min<uint64_t>(size, bytes_.size());
  std::vector<bool> seen(sectors_ + 1);
  while (left > 0 && first < seen.size() && !seen[first]) {
    seen[first] = true;
    const std::string_view part = sector(first).substr(0, left);
    if (part.empty()) break;
    bytes += part;
    left -= part.size();
    first = next(first);
  }
  damaged_ |= left > 0 && size < UINT32_MAX;
  return bytes;
}

std::string CompoundFile::mini_chain(uint32_t first, uint64_t size) {
  std::string bytes;
  uint64_t left = std::min<uint64_t>(size, kMiniCutoff);
  for (size_t steps = kMiniCutoff / mini_size_; left > 0 && steps > 0;
       --steps) {
    const uint64_t at = uint64_t{first} * mini_size_;
    if (first >= kNoSector || at >= mini_stream_.size()) break;
    const std::string_view part =
        std::string_view(mini_stream_)
            .substr(at, std::min<uint64_t>(left, mini_size_));
    bytes += part;
    left -= part.size();
    const size_t place = 4 * size_t{first};
    if (place + 4 > mini_table_.size()) break;
    first = u32_at(mini_table_, place);
  }
  damaged_ |= left > 0;
  return bytes;
}

// Only streams of the root: those in storages are of embedded documents.
void CompoundFile::read_directory() {
  const std::string directory = chain(u32_at(bytes_, 0x30), UINT64_MAX);
  const size_t count = directory.size() / kDirectoryEntry;
  if (count == 0) {
    throw Unreadable{NoText::kDamaged, "the compound file has no directory"};
  }
  auto entry = [&](uint32_t number) {
    return std::string_view(directory).substr(number * kDirectoryEntry,
                                              kDirectoryEntry);
  };
  auto size_of = [](std::string_view one) -> uint64_t {
    return u32_at(one, 0x78);
  };
  mini_stream_ = chain(u32_at(entry(0), 0x74), size_of(entry(0)));
  mini_table_ = chain(u32_at(bytes_, 0x3C), UINT64_MAX);
  std::vector<bool> seen(count);
  std::vector<uint32_t> open = {u32_at(entry(0), 0x4C)};
  while (!open.empty()) {
    const uint32_t number = open.back();
    open.pop_back();
    if (number >= count || seen[number]) continue;
    seen[number] = true;
    const std::string_view one = entry(number);
    constexpr char kStream = 2;
    if (one[0x42] == kStream) {
      streams_.emplace(lower_of(entry_name(one)),
                       Stream{u32_at(one, 0x74), size_of(one)});
    }
    open.push_back(u32_at(one, 0x44));
    open.push_back(u32_at(one, 0x48));
  }
}

bool CompoundFile::has(std::string_view name) const {
  return streams_.contains(lower_of(name));
}

std::string CompoundFile::read(std::string_view name) {
  const auto found = streams_.find(lower_of(name));
  if (found == streams_.end()) return {};
  const Stream& stream = found->second;
  return stream.size < kMiniCutoff ? mini_chain(stream.first, stream.size)
                                   : chain(stream.first, stream.size);
}

}  // namespace wax::document
