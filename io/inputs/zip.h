// Reads the files inside a zip file, without unpacking it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/byte_source.h"

namespace wax::io {

struct ZipEntry {
  std::string name;
  uint64_t header_offset = 0;  // of its local header in the zip file
  uint64_t stored_size = 0;
  uint64_t size = 0;
  uint32_t crc = 0;
  uint16_t method = 0;  // 0 stored, 8 deflated
  bool encrypted = false;
  // Its bytes, or some of them, belong to another entry: a zip bomb has such
  // entries.
  bool overlaps = false;
};

// The entries of the central directory, in its order, without folders. Zip64
// and bytes before the first entry are supported. The file must be able to seek
// and must know its size. Of entries that overlap, all but the one that begins
// first are marked. Throws FormatError if it is not a zip file, if its
// directory is damaged, and if it has several volumes. Source: PKWARE's
// APPNOTE, 4.3 to 4.5.
[[nodiscard]] std::vector<ZipEntry> read_zip_directory(FileSource& zip);

// The bytes of an entry. The bytes of a stored entry are read in the zip file
// without a copy, and it can seek. A deflated entry is inflated from its start:
// it can seek forward, and back over bytes that are still buffered. Messages
// call it `path`. Throws FormatError for a bad local header, an entry that is
// encrypted or overlaps another one, and other methods. Damage that is found
// later is thrown as an IoError, after the bytes before it.
[[nodiscard]] std::unique_ptr<FileSource> open_zip_entry(
    std::unique_ptr<FileSource> zip, const ZipEntry& entry, std::string path);

}  // namespace wax::io
