// The format of a segment's files, for its writer and its reader.
//
// man/wax-segment.5 describes it for others. `documents`, `keys`, `links`
// and `images` begin with their magic line. Blocks follow:
//   4 bytes  size of the compressed bytes
//   4 bytes  their size when decompressed
//   4 bytes  documents in the block
//   4 bytes  CRC-32 of the 12 bytes before and the compressed bytes
//   zstd frame
// Numbers are little-endian. A decompressed block of documents, links or
// images is a sequence of LEB128 size, stored form (document.h); one of keys is
// a sequence of URL key, digest, date, each after its length, the sum of the
// marks below, and the collection, likewise, if there is one. All four files
// have the same blocks. `blocks` has for each of them five numbers of 8 bytes:
// the documents before it, and its offset in `documents`, `keys`, `links` and
// `images`.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace wax::collection::segment_format {

inline constexpr std::string_view kKind = "wax-segment 5";
inline constexpr std::string_view kDocumentsMagic = "wax-documents 5\n";
inline constexpr std::string_view kKeysMagic = "wax-keys 5\n";
inline constexpr std::string_view kLinksMagic = "wax-links 5\n";
inline constexpr std::string_view kImagesMagic = "wax-images 5\n";

inline constexpr std::string_view kManifest = "manifest";
inline constexpr std::string_view kDocuments = "documents";
inline constexpr std::string_view kKeys = "keys";
inline constexpr std::string_view kLinks = "links";
inline constexpr std::string_view kImages = "images";
inline constexpr std::string_view kBlocks = "blocks";
inline constexpr std::string_view kDates = "dates";
inline constexpr std::string_view kStats = "stats.json";
inline constexpr std::array kFiles = {kDocuments, kKeys,  kLinks, kImages,
                                      kBlocks,    kDates, kStats};

// Not of the manifest: it can be removed, and is made again.
inline constexpr std::string_view kMeta = "meta.json";

// Marks in `keys`.
inline constexpr uint64_t kTruncated = 1;
inline constexpr uint64_t kRevisit = 2;
inline constexpr uint64_t kOfOtherUrl = 4;
inline constexpr uint64_t kDateOnly = 8;
inline constexpr uint64_t kImage = 16;
inline constexpr uint64_t kCollection = 32;  // its name follows

inline constexpr size_t kBlockHead = 16;
// The size at which SegmentWriter::add() ends a block.
inline constexpr size_t kBlockSize = 256 * 1024;
// zstd cannot compress better than this; a block that states more is damaged.
inline constexpr uint64_t kMostRatio = 40'000;
// Bytes of an entry of `blocks`.
inline constexpr size_t kBlockEntry = 40;

template <typename Number>
Number read_number(const char* bytes) {
  Number value = 0;
  for (size_t i = sizeof(Number); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

template <typename Number>
void write_number(Number value, char* bytes) {
  for (size_t i = 0; i < sizeof(Number); ++i) {
    bytes[i] = static_cast<char>(value >> 8 * i & 0xFF);
  }
}

}  // namespace wax::collection::segment_format
