// The files inside an office document or an EPUB, which is a zip file.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/inputs/zip.h"

namespace wax::document {

// A zip file in memory. For one thread.
class Package {
 public:
  // All files together inflate to at most so many bytes.
  static constexpr uint64_t kMostInflated = uint64_t{256} << 20;

  // `zip` outlives the package. Throws Unreadable when it is no zip file, or a
  // damaged one.
  explicit Package(std::string_view zip);

  [[nodiscard]] bool has(std::string_view name) const {
    return find(name) != nullptr;
  }
  // The bytes of a file; null when it is not there. They end where the file is
  // damaged. Reading throws TextFull when kMostInflated is exceeded. Valid as
  // long as the package.
  [[nodiscard]] std::unique_ptr<io::ByteSource> open(std::string_view name);
  // The first `most` bytes of a file; empty when it is not there.
  [[nodiscard]] std::string read(std::string_view name, size_t most);
  // A file was damaged or cut.
  [[nodiscard]] bool damaged() const { return damaged_; }

 private:
  class Entry;

  [[nodiscard]] const io::ZipEntry* find(std::string_view name) const;

  std::string_view zip_;
  std::map<std::string, io::ZipEntry, std::less<>> entries_;  // lower case
  uint64_t left_ = kMostInflated;
  bool damaged_ = false;
};

// The name that `reference` means in the file `base`: "../a%20b" in "x/y/z" is
// "x/a b". A "/" at the front means the root.
[[nodiscard]] std::string package_path(std::string_view base,
                                       std::string_view reference);

}  // namespace wax::document
