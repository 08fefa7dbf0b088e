#include "tests/support/zip_files.h"

#include <zlib.h>

#include "tests/support/archives.h"

namespace wax::tests {

std::string little(uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) {
    bytes += static_cast<char>(value >> (8 * i) & 255);
  }
  return bytes;
}

std::string zip_of(const std::vector<ZippedFile>& files, bool zip64_end) {
  std::string zip;
  std::string directory;
  for (const ZippedFile& file : files) {
    std::string stored = file.deflate ? deflated(file.bytes) : file.bytes;
    uint64_t offset = zip.size();
    auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(file.bytes.data()),
                       file.bytes.size());
    std::string head = little(20, 2) + little(file.flags, 2) +
                       little(file.deflate ? 8 : 0, 2) + little(0, 4) +
                       little(crc, 4);
    std::string sizes =
        file.zip64 ? little(0xffffffff, 4) + little(0xffffffff, 4)
                   : little(stored.size(), 4) + little(file.bytes.size(), 4);
    std::string extra;
    if (file.zip64) {
      extra = little(1, 2) + little(24, 2) + little(file.bytes.size(), 8) +
              little(stored.size(), 8) + little(offset, 8);
    }
    directory += "PK\1\2" + little(20, 2) + head + sizes +
                 little(file.name.size(), 2) + little(extra.size(), 2) +
                 little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
                 little(file.zip64 ? 0xffffffff : offset, 4) + file.name +
                 extra;
    zip += "PK\3\4" + head + sizes + little(file.name.size(), 2) +
           little(3, 2) + file.name + "xyz" + stored;
  }
  uint64_t start = zip.size();
  zip += directory;
  if (zip64_end) {
    uint64_t at = zip.size();
    zip += "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) +
           little(0, 4) + little(0, 4) + little(files.size(), 8) +
           little(files.size(), 8) + little(directory.size(), 8) +
           little(start, 8);
    zip += "PK\6\7" + little(0, 4) + little(at, 8) + little(1, 4);
    start = 0xffffffff;
  }
  return zip + "PK\5\6" + little(0, 4) + little(files.size(), 2) +
         little(files.size(), 2) + little(directory.size(), 4) +
         little(start, 4) + little(0, 2);
}

}  // namespace wax::tests
