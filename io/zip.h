// The files inside a zip file, read where they lie.
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
};

// The central directory, in its order, without folders. Zip64 and bytes before
// the first entry are understood. Throws FormatError when the file is no zip
// file, its directory is damaged, or it lies over several volumes; the file
// must be able to seek and know its size. Source: PKWARE's APPNOTE, 4.3 to 4.5.
[[nodiscard]] std::vector<ZipEntry> read_zip_directory(FileSource& zip);

// The bytes of an entry. A stored one is a window on the zip file: it seeks,
// and nothing is copied. A deflated one is inflated from its start: it seeks
// forward only, and back over what is buffered. `path` is what messages call
// it. Throws FormatError for a bad local header, an encrypted entry and other
// methods; damage met later is thrown as an IoError, behind the bytes that came
// out before it.
[[nodiscard]] std::unique_ptr<FileSource> open_zip_entry(
    std::unique_ptr<FileSource> zip, const ZipEntry& entry, std::string path);

}  // namespace wax::io
