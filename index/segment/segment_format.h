// The format of a segment's files, for its writer and its reader.
//
// `documents` and `keys` begin with their magic line. Blocks follow:
//   4 bytes  size of the compressed bytes
//   4 bytes  their size when decompressed
//   4 bytes  documents in the block
//   4 bytes  CRC-32 of the 12 bytes before and the compressed bytes
//   zlib stream
// Numbers are little-endian. A decompressed block of documents is a sequence of
// LEB128 size, stored form (document.h); one of keys is a sequence of URL key,
// digest, date, each after its length, and 1 when the document is truncated,
// else 0. Both files have the same blocks.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace wax::index::segment_format {

inline constexpr std::string_view kKind = "wax-segment 2";
inline constexpr std::string_view kDocumentsMagic = "wax-documents 1\n";
inline constexpr std::string_view kKeysMagic = "wax-keys 2\n";

inline constexpr std::string_view kManifest = "manifest";
inline constexpr std::string_view kDocuments = "documents";
inline constexpr std::string_view kKeys = "keys";
inline constexpr std::string_view kDates = "dates";
inline constexpr std::string_view kStats = "stats.json";
inline constexpr std::array kFiles = {kDocuments, kKeys, kDates, kStats};

inline constexpr size_t kBlockHead = 16;
// The size at which SegmentWriter::add() ends a block.
inline constexpr size_t kBlockSize = 256 * 1024;
// zlib cannot compress better than this; a block that states more is damaged.
inline constexpr uint64_t kMostRatio = 1100;

inline uint32_t read32(const char* bytes) {
  uint32_t value = 0;
  for (int i = 3; i >= 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

inline void write32(uint32_t value, char* bytes) {
  for (int i = 0; i < 4; ++i) {
    bytes[i] = static_cast<char>(value >> 8 * i & 0xFF);
  }
}

}  // namespace wax::index::segment_format
